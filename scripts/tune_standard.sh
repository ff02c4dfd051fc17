#!/usr/bin/env bash
# How the numbers of `standard` were made, from those in standard_start.toml. The same command makes the same file again,
# in about ten minutes on two cores; wizard_advisor/policies/standard.toml is its result, but for the line `about`.
set -euo pipefail
cd "$(dirname "$0")"
wizard-advisor policy tune standard_start.toml -o "${1:-tuned.toml}" --generations 130 --size 20 --rounds 800 --seed 2
