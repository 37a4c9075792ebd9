"""Uses the package as its types say; mypy reads it."""

import calipers


def widest(text: str, name: str) -> int | None:
    module = calipers.parse(text)
    analysis = calipers.Analysis(module)
    value = module.value(name, function="f")
    verdict: calipers.Verdict = analysis.prove((value + 1 <= 10) & (0 <= value.expression()))
    if verdict == calipers.Verdict.PROVED:
        return analysis.range(value).upper
    bound = analysis.upper(calipers.maximum(value, 3), terms=[value])
    return bound.constant if bound is not None else None
