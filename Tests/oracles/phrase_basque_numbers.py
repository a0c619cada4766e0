"""Basque endings worked out from the words, not from the figures.

Spells every number out (hogeita hamaika), declines the last word by the general rule for its last
letter, and cuts the number's own letters off again; clock times by Euskaltzaindia's rule 35. Prints
one line for each: kind, figure, and the declined figure in the forms the, of, on, from, to.
"""

UNITS = (
    "zero bat bi hiru lau bost sei zazpi zortzi bederatzi hamar hamaika hamabi hamahiru hamalau "
    "hamabost hamasei hamazazpi hemezortzi hemeretzi"
).split()
TWENTIES = {20: "hogei", 40: "berrogei", 60: "hirurogei", 80: "laurogei"}
HUNDREDS = {1: "ehun", 2: "berrehun", 3: "hirurehun", 4: "laurehun", 5: "bostehun", 6: "seiehun",
            7: "zazpiehun", 8: "zortziehun", 9: "bederatziehun"}


def spelled(number):
    if number < 20:
        return UNITS[number]
    if number < 100:
        twenty = number - number % 20
        return TWENTIES[twenty] + ("" if number == twenty else "ta " + UNITS[number - twenty])
    if number < 1000:
        rest = number % 100
        return HUNDREDS[number // 100] + (" eta " + spelled(rest) if rest else "")
    thousands, rest = divmod(number, 1000)
    head = "mila" if thousands == 1 else spelled(thousands) + " mila"
    return head + (" " + spelled(rest) if rest else "")


def singular(word):
    """The, of, on, from, to, until: endings after a word, with the linking vowel after a consonant."""
    if word.endswith("a"):
        return ["", "ko", "n", "tik", "ra", "ra"]
    if word[-1] in "aeiou":
        return ["a", "ko", "an", "tik", "ra", "ra"]
    return ["a", "eko", "ean", "etik", "era", "era"]


def main():
    for number in range(2200):
        print("number", number, *(str(number) + ending for ending in singular(spelled(number))))
    for minute in range(24 * 60 + 1):
        hour, rest = divmod(minute, 60)
        clock = f"{hour:02}:{rest:02}"
        if rest:
            endings = singular(spelled(rest))[1:-1] + [""]
        elif hour == 1:
            endings = singular("bat")[1:-1] + ["a"]
        else:
            endings = ["etako", "etan", "etatik", "etara", "ak"]
        print("clock", clock, "-", *(clock + ending for ending in endings))


main()
