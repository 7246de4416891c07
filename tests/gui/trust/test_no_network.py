"""A short session with the real window: no connection, no other program, no code but its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[3]

SESSION = textwrap.dedent(
    """
    import json, sys, threading, time
    from pathlib import Path
    seen = []
    watched = ("socket.connect", "socket.getaddrinfo", "socket.gethostby", "socket.bind",
               "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork",
               "urllib.", "http.", "ftplib.", "smtplib.", "webbrowser.")
    sys.addaudithook(lambda event, arguments: seen.append([event, str(arguments)[:200]])
                     if event.startswith(watched) else None)
    from gui.app import make_application
    application = make_application()
    from gui.main_window import MainWindow
    from gui.settings import Settings
    from gui.stage.stage import Stage
    from gui.stage.views import views_for
    from gui.theme import Theme
    import assets
    folder = Path(sys.argv[1])
    window = MainWindow(Theme("light"), Settings(folder / "settings.ini"))
    window.show()
    def settle():
        end = time.monotonic() + 60
        while time.monotonic() < end:
            application.processEvents()
            if isinstance(window.stage, Stage) and window.studio.results.done:
                break
        application.processEvents()
    settle()
    shown = []
    def look():
        for view in views_for(window.studio.experiment.data):
            window.studio.look(view=view.id)
            window.studio.seek(window.studio.length)
            settle()
            window.grab()
            shown.append(view.id)
    look()
    from core.samples import samples
    window.studio.open_document(samples()[0].experiment(), None)
    settle()
    look()
    window.studio.open_document(window.studio.experiment, folder / "kept.perceptarium")
    window.documents.save()
    lesson = sorted(assets.path("lessons").glob("*.toml"))[0]
    window.lessons.open(lesson)
    settle()
    window.lessons.release()
    from gui.about import About
    About(window.theme, window).open()
    settle()
    window.studio.undo_stack.setClean()
    window.close()
    for thread in threading.enumerate():
        if thread.name == "computer":
            thread.join()
    net = [name for name in sys.modules if name in ("PySide6.QtNetwork", "http.client", "ssl")]
    saved = (folder / "kept.perceptarium").exists()
    print(json.dumps({"seen": seen, "shown": shown, "net": net, "saved": saved}))
    sys.stdout.flush()
    import os
    os._exit(0)
    """
)


def test_a_session_keeps_to_itself(tmp_path: Path) -> None:
    paths = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {
        **os.environ,
        "PYTHONPATH": paths,
        "QT_QPA_PLATFORM": "offscreen",
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    finished = subprocess.run(
        [sys.executable, "-c", SESSION, str(tmp_path)],
        capture_output=True,
        text=True,
        env=environment,
        timeout=240,
    )
    assert finished.returncode == 0, finished.stderr[-3_000:]
    found = json.loads(finished.stdout.splitlines()[-1])
    assert found["seen"] == []
    assert found["net"] == []
    assert found["saved"]
    assert len(found["shown"]) >= 10
