"""Texts in the columns of a table: what is found out, what is read, what is left out."""

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import PlainError
from core.files.cells import unprotect
from core.files.kinds import kind_of
from core.files.texts import LeftOut, TextShape, parse_pasted, sniff_texts
from core.files.texts.columns import parse_columns
from core.files.texts.recognise import is_text_table

PAIRS = [("pos", "I like it, really"), ("neg", "I do not; at all"), ("pos", "What a fine film")]


def pairs_in(text: str) -> list[tuple[str, str]]:
    texts = parse_columns(text, "reviews.csv")
    return list(zip(texts.labels, texts.texts, strict=True))


def refusal(text: str) -> str:
    with pytest.raises(PlainError) as caught:
        parse_columns(text, "reviews.csv")
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        'label,text\npos,"I like it, really"\nneg,I do not; at all\npos,What a fine film\n',
        'text,label\n"I like it, really",pos\nI do not; at all,neg\nWhat a fine film,pos\n',
        "label\ttext\npos\tI like it, really\nneg\tI do not; at all\npos\tWhat a fine film\n",
        "pos\tI like it, really\nneg\tI do not; at all\npos\tWhat a fine film",
        "I like it, really\tpos\nI do not; at all\tneg\nWhat a fine film\tpos",
        'pos;I like it, really\nneg;"I do not; at all"\npos;What a fine film\n',
        "pos|I like it, really\nneg|I do not; at all\npos|What a fine film\n",
        "pos,I like it, really\nneg,I do not; at all\npos,What a fine film\n",
        "Sentiment,Review\npos,I like it, really\nneg,I do not; at all\npos,What a fine film\n",
        'id,label,text\n1,pos,"I like it, really"\n2,neg,I do not; at all\n3,pos,What a fine film',
        '\n\nlabel,text,,\n\npos,"I like it, really",,\nneg,I do not; at all,,\n'
        "pos,What a fine film,,\n\n",
        '"label","text"\n"pos", " I like it, really "\n"neg","I do not; at all"\n'
        '"pos","What a fine film"\n',
    ],
)
def test_the_same_texts_however_they_are_written(text: str) -> None:
    assert pairs_in(text) == PAIRS
    assert is_text_table(text)


def test_quoted_newlines_stay_inside_the_text() -> None:
    text = 'label,text\npos,"two\nlines"\nneg,"a ""quoted"" word"\nneg,\n'
    texts = parse_columns(text, "a.csv")
    assert texts.texts == ("two\nlines", 'a "quoted" word')
    assert texts.left_out == (LeftOut("line 5", "no text"),)


def test_quotation_marks_between_tabs_are_text_unless_they_fit() -> None:
    plain = 'pos\t"Great" said all\nneg\t"Bad\npos\tso they said "fine"\n'
    assert [text for _, text in pairs_in(plain)] == [
        '"Great" said all',
        '"Bad',
        'so they said "fine"',
    ]
    around = 'pos\t"a ""good"" film"\nneg\t"a bad film"\n'
    assert [text for _, text in pairs_in(around)] == ['a "good" film', "a bad film"]
    over_lines = 'pos\t"a good\nfilm"\nneg\t"a bad\nfilm"\n'
    assert [text for _, text in pairs_in(over_lines)] == ["a good\nfilm", "a bad\nfilm"]


def test_a_stray_quotation_mark_far_below_the_beginning_of_a_tab_file() -> None:
    lines = [f"{('pos', 'neg')[i % 2]}\tthe film number {i}" for i in range(3_000)]
    lines[2_500] = 'pos\t"unclosed and short'
    lines[2_600] = 'neg\tit ends like "this"'
    texts = parse_columns("\n".join(lines), "a.tsv")
    assert len(texts) == 3_000
    assert texts.texts[2_500] == '"unclosed and short'


def test_tabs_in_a_text_that_comes_last_belong_to_it() -> None:
    shape = TextShape("\t", False, 1, 0, ("label", "text"), quoted=False)
    texts = parse_columns("pos\ta\tb\nneg\tc\n", "a.tsv", shape)
    assert texts.texts == ("a\tb", "c")


def test_what_cannot_be_used_is_listed_with_its_line() -> None:
    text = (
        'label,text\npos,good\n,nobody knows\nneg,"  "\nneg\nneg,bad,worse\n\npos,"a\nb"\nneg,bad\n'
    )
    texts = parse_columns(text, "reviews.csv")
    assert texts.texts == ("good", "a\nb", "bad")
    assert texts.left_out == (
        LeftOut("line 3", "no label"),
        LeftOut("line 4", "no text"),
        LeftOut("line 5", "1 column instead of 2"),
        LeftOut("line 6", "3 columns instead of 2"),
    )
    assert texts.left_out_count == 4
    assert texts.summary().startswith("3 texts in 2 classes (neg 1, pos 2); 4 left out (")


def test_only_the_first_thousand_are_listed_but_all_are_counted() -> None:
    texts = parse_columns("label,text\n" + "pos,\n" * 1_500 + "pos,a b\nneg,c d\n", "a.csv")
    assert len(texts.left_out) == 1_000
    assert texts.left_out_count == 1_500
    assert "1,500 left out." in texts.summary()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "label,text\npos,a b\npos,c d\n",
            "at least 2 different labels in column “label”, found 1",
        ),
        ("label,text\npos,a b\n", "found 1: “pos”"),
        ("label,text\n,a b\n", "found none; 1 could not be used, such as: line 2: no label."),
        ("label,text\n", "expected texts with labels, found none."),
        ("no columns here\n", "expected a text and its label in every row"),
        ('label,text\npos,"a, b\nneg,c, d\nneg,x y\n', "line 2: expected a closing quotation mark"),
        ('label,text\npos,"a, b\nneg,"c, d"\nneg,x\n', "line 2: expected the cell to end after"),
        (
            "label,text\n" + "".join(f"c{i},a b\n" for i in range(51)),
            "line 52: expected at most 50 different labels in column “label”.",
        ),
        ("label,text\n" + "x" * 201 + ",a\nneg,b\n", "line 2: expected a label of at most 200"),
    ],
)
def test_refusals_name_the_file_and_the_line(text: str, sentence: str) -> None:
    assert sentence in refusal(text)
    assert refusal(text).startswith("reviews.csv")


def test_a_file_sorted_by_label_is_found_out_too() -> None:
    text = "".join(f"{label}\tfilm {i}, {label}\n" for label in ("a", "b") for i in range(800))
    assert sniff_texts(text) == TextShape("\t", False, 1, 0, ("label", "text"))
    assert parse_columns(text, "a.tsv").class_names == ("a", "b")


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("label,text\na,b c\nd,e f\n", True),
        ("v1,v2\nham,see you\nspam,win now\nham,oh dear\nspam,call us\n", True),
        ("ham,see you\nspam,win now\nham,oh dear\nspam,call us\n", False),
        ("question,Where is it?\nstatement,It is here.\n", False),
        ("label,A word on it.\nother,Another one.\nlabel,And more.\n", False),
    ],
)
def test_whether_there_is_a_header(text: str, header: bool) -> None:
    assert sniff_texts(text).header is header


def test_wishes_are_taken_as_given_and_the_rest_found_out() -> None:
    text = "id,kind,words,title\n1,a,some words here,x\n2,b,other words there,y\n"
    assert sniff_texts(text).text_column == 2
    wished = sniff_texts(text, text_column=3, label_column=1, header=False)
    assert (wished.text_column, wished.label_column, wished.header) == (3, 1, False)
    assert wished.names == ("column 1", "label", "column 3", "text")
    assert sniff_texts(text, label_column=3).label_column == 3


def test_a_shape_by_hand_is_checked() -> None:
    shape = sniff_texts("label,text\npos,a b\nneg,c d\n")
    for broken in (
        replace(shape, delimiter="x"),
        replace(shape, text_column=2),
        replace(shape, label_column=-1),
        replace(shape, label_column=1),
    ):
        with pytest.raises(PlainError):
            parse_columns("label,text\npos,a b\nneg,c d\n", "a.csv", broken)


@pytest.mark.parametrize(
    "text",
    [
        "x,y,label\n1,2,A\n3,4.5,B\n",
        "1,5;2,5;A\r2,5;3,5;B",
        "1,5 2,5 A\n3 -4 B\n",
        "x\tlabel\n1.5\tIris setosa\n2.5\tIris virginica\n3\tIris setosa\n",
        "1.5,a very long class name\n2.5,a very long class name\n0.1,another long class name\n",
        "name,x,label\nfoo,1,A\nbar,2,B\n",
        "sunny,hot,high,no\nrainy,cool,normal,yes\n",
        "name,age,fare,survived\nMr Owen Harris Braund,22,7.25,0\nMrs Florence Cumings,38,71.2,1\n",
        "a,b,c\n",
        "",
    ],
)
def test_tables_of_numbers_are_no_texts(text: str) -> None:
    assert not is_text_table(text)
    assert kind_of(text.encode(), "a.csv", ".csv") == "table"


@pytest.mark.parametrize(
    "text",
    [
        "text,label\ngood,1\nbad,0\n",
        "id,likes,date,tweet,class\n1,5,2,what a day,0\n2,9,1,so bad,1\n",
        "Smith\tEnglish\nDubois\tFrench\nJones\tEnglish\nMoreau\tFrench\n",
        "1\tI like it a lot\n0\tI hate it a lot\n",
        "今天天气很好我们去公园散步吧然后一起吃饭看电影好不好呢朋友,1\n"
        "这个电影太无聊了我一点也不喜欢浪费了两个小时的时间真可惜,0\n",
    ],
)
def test_texts_are_told_from_numbers(text: str) -> None:
    assert is_text_table(text)
    assert kind_of(text.encode(), "a.csv", ".csv") == "texts"


def test_markup_and_formulas_stay_text() -> None:
    text = 'label,text\n<b>x</b>,"<script>alert(1)</script>"\n&amp;,=1+1 is a sum\n'
    assert pairs_in(text) == [
        ("<b>x</b>", "<script>alert(1)</script>"),
        ("&amp;", "=1+1 is a sum"),
    ]


words = st.text(alphabet=st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=8)
sentences = st.lists(words | st.sampled_from([",", '"', "\n", ";", "\t"]), min_size=1, max_size=8)


@settings(max_examples=150)
@given(
    st.lists(st.tuples(st.sampled_from(["pos", "neg", "so so"]), sentences), min_size=1),
    st.sampled_from([",", ";", "\t", "|"]),
    st.booleans(),
)
def test_what_the_csv_module_writes_reads_back(drawn, delimiter: str, label_first: bool) -> None:
    pairs = [("pos", "first text"), ("neg", "last text")]
    # Tabs between lines within a cell that tabs delimit: nobody could tell these from rows.
    apart = " " if delimiter == "\t" else "\t"
    pairs += [(label, " ".join(words).replace("\t", apart).strip()) for label, words in drawn]
    # A ' before a formula is no part of the text, whoever has put it there.
    pairs = [(label, text) for label, text in pairs if text and unprotect(text) == text]
    file = io.StringIO()
    writer = csv.writer(file, delimiter=delimiter, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(["label", "text"] if label_first else ["text", "label"])
    writer.writerows(pairs if label_first else [pair[::-1] for pair in pairs])
    assert pairs_in(file.getvalue()) == pairs


def test_pasted_lines() -> None:
    texts = parse_pasted("\ufeffpos\tI like it\r\nneg\tI do not\r\npos\tfine")
    assert texts.texts == ("I like it", "I do not", "fine")
    assert texts.class_names == ("neg", "pos")
    data = texts.to_data()
    assert data.labels == (1, 0, 1)
    assert data.class_names == ("neg", "pos")
    assert parse_pasted("__label__a some\n__label__b other").labels == ("a", "b")
    assert parse_pasted('{"text": "x", "label": 1}\n{"text": "y", "label": 0}').labels == ("1", "0")


@pytest.mark.parametrize("text", ["", "  \n ", "just some words", "a\x00b", "pos\tonly one"])
def test_pasted_text_that_is_no_set(text: str) -> None:
    with pytest.raises(PlainError, match=r"^The pasted text"):
        parse_pasted(text)
