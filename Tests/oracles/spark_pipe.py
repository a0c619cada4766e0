"""`aparka quote --batch` in PySpark's `RDD.pipe`, as docs/batch.md shows it, against single calls.

Usage: spark_pipe.py PROGRAM [QUESTIONS]

Needs PySpark and Java, which are too large for `make test`: without them it prints SKIPPED and why, and
ends with 0. Install with `python3 -m venv /tmp/spark && /tmp/spark/bin/pip install pyspark`, and run it
with that Python.
"""

import json
import os
import random
import shutil
import subprocess
import sys

program = os.path.abspath(sys.argv[1])
count = int(sys.argv[2]) if len(sys.argv) > 2 else 20000

try:
    import pyspark
    from pyspark.sql import SparkSession
    from pyspark.sql.functions import struct, to_json
except ImportError:
    print("SKIPPED: PySpark is not installed")
    sys.exit(0)
if shutil.which("java") is None:
    print("SKIPPED: there is no Java")
    sys.exit(0)

ZONES = [("calatayud", "blue"), ("pamplona", "orange"), ("bilbao", "intensive-blue"),
         ("donostia", "blue"), ("nowhere", "blue")]
chance = random.Random(12)
rows = []
for number in range(count):
    town, zone = chance.choice(ZONES)
    at = f"2026-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}T{chance.randint(0, 23):02}:30"
    rows.append((number, town, zone, at, chance.randint(1, 300)))

spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
         .config("spark.sql.shuffle.partitions", "4").getOrCreate())
spark.sparkContext.setLogLevel("ERROR")
stays = spark.createDataFrame(rows, "id long, town string, zone string, at string, minutes long")
questions = stays.repartition(4).select(to_json(struct("*"))).rdd.map(lambda row: row[0])
lines = questions.pipe(f"{program} quote --batch", checkCode=True)
answers = spark.read.json(lines).select("id", "outcome", "paid_cents", "error.code").collect()
texts = {json.loads(line)["id"]: line for line in lines.collect()}
spark.stop()

assert sorted(answer.id for answer in answers) == list(range(count)), "ids are missing or repeated"
refused = sum(answer.code == "unknown_town" for answer in answers)
assert refused == sum(row[1] == "nowhere" for row in rows), "the errors are not those expected"

compared = 0
for number, town, zone, at, minutes in chance.sample(rows, 100):
    if town == "nowhere":
        continue
    single = subprocess.run(
        [program, "quote", zone, f"{minutes}m", "--town", town, "--at", at, "--json"],
        stdout=subprocess.PIPE, check=True).stdout
    answer = json.loads(texts[number])
    assert answer.pop("id") == number
    assert answer == json.loads(single), (texts[number], single)
    compared += 1
print(f"PySpark {pyspark.__version__}: {count} questions, {refused} errors as expected, "
      f"{compared} answers equal to single calls")
