"""Everything that the project checks: `nox` runs it all, `nox -s NAME` one part."""

import nox

nox.options.default_venv_backend = "venv"
nox.options.reuse_existing_virtualenvs = True
nox.options.sessions = ["tests", "rust", "lint", "typing", "doctests", "docs", "wheel", "sdist"]
nox.needs_version = ">=2024.10.9"


@nox.session
def tests(session: nox.Session) -> None:
    """The Python tests against an optimised build; those of pages want a Chromium, see CONTRIBUTING.md."""
    session.install(".[test]")
    session.run("pytest", *session.posargs)


@nox.session
def rust(session: nox.Session) -> None:
    """Format, lints, tests and documentation of the Rust crates; the benchmarks only have to build."""
    session.run("cargo", "fmt", "--all", "--check", external=True)
    session.run("cargo", "clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings", external=True)
    session.run("cargo", "test", "--workspace", "--locked", external=True)
    session.run(
        "cargo", "test", "--workspace", "--locked", "--test", "golden", external=True, env={"ZELLIGE_SIMD": "portable"}
    )
    session.run("cargo", "doc", "--no-deps", "--locked", external=True, env={"RUSTDOCFLAGS": "-D warnings"})


@nox.session
def lint(session: nox.Session) -> None:
    """Python style."""
    session.install("ruff==0.14.10")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def typing(session: nox.Session) -> None:
    """Types of the package and of the tests, and that the stub of the native module is true."""
    session.install(".[test,lint]")
    session.run("mypy", "--strict")
    session.run("python", "-m", "mypy.stubtest", "zellige._native", "--ignore-disjoint-bases")


@nox.session
def doctests(session: nox.Session) -> None:
    """The examples in docstrings, README and docs."""
    session.install(".[test]")
    session.run("python", "tests/run_doctests.py")


@nox.session
def docs(session: nox.Session) -> None:
    """The pages of docs/, with warnings as errors."""
    session.install(".[docs]")
    session.run("mkdocs", "build", "--site-dir", session.create_tmp() + "/site", env={"NO_MKDOCS_2_WARNING": "1"})


@nox.session
def wheel(session: nox.Session) -> None:
    """A wheel, tried in an environment that holds nothing else."""
    session.install("maturin>=1.14,<2")
    out = session.create_tmp()
    session.run("maturin", "build", "--release", "--locked", "--out", out)
    session.run("python", "tests/try_package.py", out, "whl")


@nox.session
def sdist(session: nox.Session) -> None:
    """A source distribution that builds and works by itself."""
    session.install("maturin>=1.14,<2")
    out = session.create_tmp()
    session.run("maturin", "sdist", "--out", out)
    session.run("python", "tests/try_package.py", out, "tar.gz")
