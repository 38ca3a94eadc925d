#!/usr/bin/env python3
"""Reads the gallery's metrics with the parser of prometheus_client, and checks that all are there."""

import sys
import urllib.request

from prometheus_client.openmetrics.parser import text_string_to_metric_families

WANTED = {
    "forage_build": "info",
    "forage_provider_outcomes": "counter",
    "forage_provider_latency_seconds": "histogram",
    "forage_requests": "counter",
    "forage_streams": "gauge",
    "forage_refused_pictures": "counter",
    "forage_cache_requests": "counter",
    "forage_cache_bytes": "counter",
    "forage_fetched_bytes": "counter",
}


def main(address):
    urllib.request.urlopen(address + "api/v1/search?q=owl").read()
    with urllib.request.urlopen(address + "metrics") as answer:
        text = answer.read().decode()
    families = {family.name: family for family in text_string_to_metric_families(text)}
    kinds = {name: family.type for name, family in families.items()}
    if kinds != WANTED:
        sys.exit(f"Expected the metrics {WANTED}, found {kinds}.")
    empty = [name for name, family in families.items() if not family.samples]
    if empty:
        sys.exit(f"These metrics are empty: {', '.join(empty)}.")
    print(f"{len(families)} metrics are valid.")


main(sys.argv[1])
