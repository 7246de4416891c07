"""A TeX formula as one line of plain text, for a terminal."""

from __future__ import annotations

import re
import unicodedata

SYMBOLS = {
    "leftarrow": "←", "rightarrow": "→", "Rightarrow": "⇒", "to": "→", "neq": "≠", "ne": "≠",
    "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "approx": "≈", "cdot": "·",
    "times": "×", "pm": "±", "sum": "Σ",
    "prod": "Π", "in": "∈", "infty": "∞", "partial": "∂", "nabla": "∇", "ldots": "…", "dots": "…",
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "Delta": "Δ", "epsilon": "ε",
    "varepsilon": "ε", "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "Sigma": "Σ", "tau": "τ", "phi": "φ",
    "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "mid": "|", "ell": "ℓ", "top": "T",
    ",": " ", ";": " ", ":": " ", " ": " ", "quad": "  ", "qquad": "  ", "!": "", "{": "{",
    "}": "}", "|": "‖",
}  # fmt: skip
SILENT = {"left", "right", "bigl", "bigr", "Bigl", "Bigr", "big", "Big", "displaystyle"}
OPENING = {"lVert": "‖", "lvert": "|"}  # these take no space behind them
CLOSING = {"rVert": "‖", "rvert": "|"}
ACCENTS = {"hat": "\u0302", "bar": "\u0304", "tilde": "\u0303", "vec": ""}
WRAPPERS = {"mathrm", "text", "mathbf", "mathcal", "operatorname", "boldsymbol"}
FRACTIONS = {"frac", "tfrac", "dfrac"}
SUPERSCRIPTS = str.maketrans("0123456789−+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺")

_TOKEN = re.compile(r"\\([A-Za-z]+|.)|(.)", re.S)
_SIMPLE = re.compile(r"\w+[⁰¹²³⁴⁵⁶⁷⁸⁹]*")
# Also something in brackets of its own, such as max(0, 1−γ) or ‖x‖²; one level of brackets inside
_BRACKETED = re.compile(r"([^\W\d_]*\(([^()]|\([^()]*\))*\)|‖[^‖]*‖)[⁰¹²³⁴⁵⁶⁷⁸⁹]*")


def formula_text(tex: str) -> str:
    """Readable, whatever it is given: an unknown command stays as its name."""
    tokens = [(m[1] is not None, m[1] if m[1] is not None else m[2]) for m in _TOKEN.finditer(tex)]
    tokens.reverse()
    text = ""
    while tokens:
        text += _group(tokens)  # a brace that closes nothing does not end the formula
    text = " ".join(unicodedata.normalize("NFC", text).split())
    text = re.sub(r" ?· ?", "·", text)
    return re.sub(r" (?=[,)\]])", "", text)


Tokens = list[tuple[bool, str]]  # the next one last: whether it is a command, and its name or sign


def _group(tokens: Tokens) -> str:
    """Everything up to the brace that closes the group, which is taken too."""
    text = ""
    while tokens:
        command, sign = tokens.pop()
        if command:
            piece = _command(sign, tokens)
            apart = sign == piece.strip() and text[-1:].isalnum()  # a name behind a letter
            text += " " + piece if apart else piece
        elif sign == "}":
            break
        elif sign == "{":
            text += _group(tokens)
        elif sign == "^":
            text += _raised(_argument(tokens))
        elif sign == "_":
            text += "_" + _enclosed(_argument(tokens))
        else:
            text += "−" if sign == "-" else sign
    return text


def _argument(tokens: Tokens) -> str:
    """The next sign, command or group."""
    _skip_spaces(tokens)
    if not tokens:
        return ""
    command, sign = tokens.pop()
    if command:
        return _command(sign, tokens)
    if sign == "{":
        return _group(tokens).strip()
    return "−" if sign == "-" else sign


def _command(name: str, tokens: Tokens) -> str:
    if name in SYMBOLS:
        return SYMBOLS[name]
    if name in OPENING:
        _skip_spaces(tokens)
        return OPENING[name]
    if name in CLOSING:
        return CLOSING[name]
    if name in SILENT:
        return ""
    if name in FRACTIONS:
        return _fraction(tokens) + " "
    if name == "sqrt":
        return "√" + _enclosed(_argument(tokens))
    if name in ACCENTS:
        return _argument(tokens) + ACCENTS[name]
    if name in WRAPPERS:
        return _wrapped(tokens)
    return _operator(name, tokens)


def _operator(name: str, tokens: Tokens) -> str:
    """A name such as log, kept apart from what it is applied to."""
    after = tokens[-1] if tokens else (False, " ")
    if after[0] and after[1] in FRACTIONS:
        tokens.pop()
        return f"{name}({_fraction(tokens)})"
    apart = after[1] not in SILENT if after[0] else after[1].isalnum()
    return name + " " if apart else name


def _fraction(tokens: Tokens) -> str:
    over, under = _argument(tokens), _argument(tokens)
    return f"{_part(over)}/{_part(under)}"


def _wrapped(tokens: Tokens) -> str:
    """Text whose spaces count."""
    _skip_spaces(tokens)
    if tokens and tokens[-1] == (False, "{"):
        tokens.pop()
        return _group(tokens)
    return _argument(tokens)


def _skip_spaces(tokens: Tokens) -> None:
    while tokens and tokens[-1] == (False, " "):
        tokens.pop()


def _raised(text: str) -> str:
    if text and all(ord(sign) in SUPERSCRIPTS for sign in text):
        return text.translate(SUPERSCRIPTS)
    return "^" + _enclosed(text)


def _part(text: str) -> str:
    """What stands above or below a fraction bar."""
    text = text.strip()
    return text if _BRACKETED.fullmatch(text) else _enclosed(text)


def _enclosed(text: str) -> str:
    """In parentheses unless it is one simple thing."""
    return text if _SIMPLE.fullmatch(unicodedata.normalize("NFC", text)) else f"({text.strip()})"
