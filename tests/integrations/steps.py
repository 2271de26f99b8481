#!/usr/bin/env python3
"""Turns a job of a workflow into a shell script, as its runner would go through it: steps.py FILE JOB EXPRESSIONS.json

EXPRESSIONS gives the value of each ${{ expression }}; one that is missing is a mistake, and so is an action that is not
known here. A checkout copies the folder that EXPRESSIONS names for its repository. GitLab's jobs have no expressions.
"""
import json
import re
import shlex
import sys

try:
    import yaml
except ImportError:
    print("python3-yaml is not here")
    sys.exit(77)


def filled(text, values):
    return re.sub(r"\$\{\{ *(.*?) *\}\}", lambda match: values[match[1]], str(text))


def exports(env, values):
    return "".join(f"export {name}={shlex.quote(filled(value, values))}\n" for name, value in (env or {}).items())


def of_step(step, values):
    uses = step.get("uses", "")
    words = step.get("with", {})
    if uses.startswith("actions/checkout@"):
        repository = values["checkout " + filled(words.get("repository", values["github.repository"]), values)]
        return f"cp -r {shlex.quote(repository)} {shlex.quote(words['path'])}\n"
    if uses.startswith("actions/upload-artifact@"):
        return f"test -d {shlex.quote(words['path'])} || exit 99\n"
    if uses:
        sys.exit(f"what does {uses} do?")
    inner = exports(step.get("env"), values) + filled(step["run"], values)
    return f"bash -e -o pipefail -c {shlex.quote(inner)}\n"


def main():
    file, job_name, values_file = sys.argv[1:]
    with open(values_file, encoding="utf-8") as text:
        values = json.load(text)
    with open(file, encoding="utf-8") as text:
        workflow = yaml.safe_load(text)
    job = workflow["jobs"][job_name] if "jobs" in workflow else workflow[job_name]
    print("set -e")
    print(exports(job.get("env") or job.get("variables"), values), end="")
    for step in job.get("steps", []):
        print(of_step(step, values), end="")
    for line in job.get("script", []):
        print(line)


main()
