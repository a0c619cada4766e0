"""Peak memory and speed of `aparka quote --batch` by the number of lines.

Usage: batch-memory.py PROGRAM plain|varied LINES...
for example .build/release/aparka varied 100000 1000000

Prints a table: lines, answers, peak KiB, processor seconds, lines a processor second. `plain`
questions are about six zones. Of `varied` ones one in a hundred is no question, one in ten thousand
is 20 kB long, and one in five has signals of its own, so that they soon need more zones than the
program keeps ready. Exit status 1 when a line has no answer or one out of order.
"""

import os
import random
import subprocess
import sys
import threading

ZONES = [("calatayud", "blue"), ("pamplona", "orange"), ("pamplona", "blue"),
         ("bilbao", "intensive-blue"), ("donostia", "blue"), ("zaragoza", "blue")]
VEHICLES = ["", ',"vehicle":"eco"', ',"vehicle":"disabled"', ',"vehicle":"resident:1"']


def line(number, chance, varied):
    if varied and number % 100 == 99:
        return f'{{"id":{number},"nonsense":1}}\n'
    town, zone = chance.choice(ZONES)
    want = (f'"money_cents":{chance.randint(1, 60) * 5}' if number % 2
            else f'"minutes":{chance.randint(1, 200)}')
    signals = f',"signals":{{"no2":{number % 5000}}}' if varied and number % 5 == 2 else ""
    fill = " " * 20000 if varied and number % 10000 == 5000 else ""
    at = (f"2026-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
          f"T{chance.randint(0, 23):02}:{chance.randint(0, 59):02}")
    return (f'{{"id":{number},"town":"{town}","zone":"{zone}","at":"{at}",{want}'
            f'{chance.choice(VEHICLES) if varied else ""}{signals}{fill}}}\n')


def feed(stream, count, varied):
    chance = random.Random(8)
    with stream:
        for start in range(0, count, 1000):
            stream.write("".join(line(number, chance, varied)
                                 for number in range(start, min(start + 1000, count))).encode())


def run(program, count, varied):
    child = subprocess.Popen([program, "quote", "--batch"], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE)
    feeder = threading.Thread(target=feed, args=(child.stdin, count, varied))
    feeder.start()
    answers = 0
    for answer in child.stdout:
        if not answer.startswith(b'{"id":%d,' % answers):
            sys.exit(f"answer {answers + 1} is out of order: {answer[:200]!r}")
        answers += 1
    feeder.join()
    _, status, usage = os.wait4(child.pid, 0)
    if status != 0 or answers != count:
        sys.exit(f"{answers} answers to {count} lines, status {status}")
    seconds = usage.ru_utime + usage.ru_stime
    print(count, answers, usage.ru_maxrss, f"{seconds:.2f}", f"{count / seconds:.0f}", sep="\t",
          flush=True)


if __name__ == "__main__":
    print("lines", "answers", "peak_kib", "cpu_seconds", "lines_per_cpu_second", sep="\t",
          flush=True)
    for count in sys.argv[3:]:
        run(sys.argv[1], int(count), sys.argv[2] == "varied")
