"""Which files of ours have changed since a commit, and which include these, for the steps of .ci/run that take only those."""
import pathlib
import re
import subprocess

CODE = (".cpp", ".hpp", ".h", ".cu", ".cuh", ".inc")
TEXT = re.compile(r'R"(\w*)\((?:.|\n)*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//(?:\\\n|[^\n])*|/\*(?:.|\n)*?\*/|\s+')
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.M)


def code_of(text):
    """The text without white space, and without comments that clang-tidy does not read."""
    return TEXT.sub(lambda part: "" if part[0][:1] in "/ \t\n" and "NOLINT" not in part[0] else part[0], text)


def same_code(commit, file):
    if not file.endswith(CODE):
        return False
    old = subprocess.run(["git", "show", f"{commit}:{file}"], text=True, capture_output=True)
    return old.returncode == 0 and code_of(old.stdout) == code_of(pathlib.Path(file).read_text())


def changed_since(commit):
    """What git has as changed or new, in the working tree, too, without sources of which only comments have changed; relative to
    the checkout's root."""
    changed = subprocess.run(["git", "diff", "--name-only", "--diff-filter=d", commit, "--"], text=True, capture_output=True, check=True)
    new = subprocess.run(["git", "ls-files", "--others", "--exclude-standard"], text=True, capture_output=True, check=True)
    files = set(changed.stdout.split("\n") + new.stdout.split("\n")) - {""}
    return {file for file in files if not same_code(commit, file)}


def includes_by_file(files):
    """What each file names in its #include lines, without a leading ../"""
    return {file: [re.sub(r"^(\.\.?/)+", "", name) for name in INCLUDE.findall(pathlib.Path(file).read_text())] for file in files}


def includes_one_of(names, headers):
    """Whether one of the names may mean one of the headers: what it ends with counts, whatever the include folders are."""
    return any(header == name or header.endswith("/" + name) for name in names for header in headers)


def with_includers(headers, includes):
    """The headers, and all files that include them, directly or through others."""
    found, last = set(headers), set(headers)
    while last:
        last = {file for file, names in includes.items() if file not in found and includes_one_of(names, last)}
        found |= last
    return found
