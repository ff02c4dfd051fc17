#!/usr/bin/env bash
# How the numbers of `standard` were made, from those in standard_start.toml. The same command makes the same file again,
# in about five minutes on two cores; wizard_advisor/policy/standard.toml is its result, but for the line `about`.
set -euo pipefail
cd "$(dirname "$0")"
wizard-advisor policy tune standard_start.toml -o "${1:-tuned.toml}" --generations 100 --size 20 --step 2 --rounds 1000 --seed 2
