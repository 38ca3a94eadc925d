"""The protocol of docs/programs.md, for providers in Python. Copy this file next to your program.

    import forage_provider as forage

    def endpoint(request):
        return forage.get("https://api.example.com/search", q=request["text"])

    def decode(request, response):
        works = forage.json_of(response)["works"]
        return forage.page([draft(work) for work in works])

    forage.serve("example", endpoint, decode)
"""

import json
import os
import sys


class Unanswerable(Exception):
    """Raised by `endpoint` for a request that the service does not support; its text says why."""


class Unreadable(Exception):
    """Raised by `decode` for an answer that cannot be read; its text says why."""


def get(url, headers=(), **query):
    """A request. A value of `query` is a text, a number, or `key("name")`; one that is None is left out. `headers` is a
    list of names and values, such as ["Authorization", "Bearer ", key("name")]."""
    fields = [[name, value if isinstance(value, dict) else str(value)] for name, value in query.items() if value is not None]
    return {"url": url, "query": fields, "headers": list(headers)}


def key(name):
    """Stands for a key, which Forage puts into the request when it sends it."""
    return {"key": name}


def own_key(variable):
    """The key in an environment variable, for programs that name it in "keys" of their definition; None if not set."""
    return os.environ.get(variable)


def json_of(response):
    """The JSON in an answer."""
    try:
        return json.loads(response["body"])
    except (KeyError, ValueError) as error:
        raise Unreadable(f"The answer is not JSON: {error}.") from error


def page(drafts, next=None, total=None, drift=()):
    """A page of items. `drift` has a path, a count and the number of records for each value that is not as documented."""
    found = [{"path": path, "count": count, "total": number} for path, count, number in drift]
    rest = {"next": next, "total": total}
    return {
        "page": {"drafts": drafts, "drift": found, **{name: value for name, value in rest.items() if value is not None}}
    }


def more(endpoints):
    """Further requests that are needed first; their answers are then in response["following"]."""
    return {"more": endpoints}


def answer(name, endpoint, decode, question):
    try:
        if question["do"] == "describe":
            return {"protocol": 1, "provider": name}
        if question["do"] == "endpoint":
            return {"endpoint": endpoint(question["request"])}
        return decode(question["request"], question["response"])
    except Unanswerable as reason:
        return {"unanswerable": str(reason)}
    except Unreadable as reason:
        return {"unreadable": str(reason)}


def serve(name, endpoint, decode):
    """Answers questions until there are no more."""
    for line in sys.stdin:
        print(json.dumps(answer(name, endpoint, decode, json.loads(line))), flush=True)
