#!/usr/bin/env python3
"""The open collection of the Metropolitan Museum of Art, as a provider for Forage.

This program requests nothing itself: it says what to request, and reads what came of it. forage_provider.py exchanges
the lines of JSON that docs/programs.md describes.
"""

import forage_provider as forage

API = "https://collectionapi.metmuseum.org/public/collection/v1"
# The search gives nothing but numbers, and each work takes a request of its own; Forage makes 20 of them at most.
WORKS_ON_A_PAGE = 20
# What the museum documents of every work. A text may be empty; but where no work has one, its answers have changed.
DOCUMENTED = {
    "objectID": int,
    "title": str,
    "objectURL": str,
    "artistDisplayName": str,
    "isPublicDomain": bool,
    "primaryImage": str,
    "primaryImageSmall": str,
    "department": str,
    "objectDate": str,
    "medium": str,
}


def endpoint(request):
    if request["kind"] == "details":
        return work(request["id"])
    if request["kind"] != "search":
        raise forage.Unanswerable("The museum has no listing of what is new.")
    return forage.get(API + "/search", q=request["text"], hasImages="true")


def decode(request, response):
    body = forage.json_of(response)
    if request["kind"] == "details":
        return page([body])
    numbers = body.get("objectIDs") if isinstance(body, dict) else None
    if numbers is None:
        is_empty = isinstance(body, dict) and body.get("total") == 0
        return forage.page([], drift=[] if is_empty else [("/objectIDs", 1, 1)])
    first = int(request.get("cursor") or 0)
    wanted = numbers[first : first + min(request["size"], WORKS_ON_A_PAGE)]
    if wanted and "following" not in response:
        return forage.more([work(number) for number in wanted])
    works = [parsed(answer) for answer in response.get("following", [])]
    rest = first + len(wanted)
    return page(works, total=len(numbers) or None, next=str(rest) if rest < len(numbers) else None)


def work(number):
    return forage.get(f"{API}/objects/{number}")


def parsed(answer):
    try:
        return forage.json_of(answer)
    except forage.Unreadable:
        return None


def page(works, **more):
    drafts, missing = [], 0
    for each in works:
        try:
            drafts.append(draft(each))
        except (AttributeError, KeyError, TypeError, ValueError):
            missing += 1
    strange = {field: len(works) for field in changed(works)}
    if missing:
        strange.setdefault("title", missing)
    return forage.page(drafts, drift=[(f"/{field}", count, len(works)) for field, count in strange.items()], **more)


def changed(works):
    """The fields that not one of the works has as documented."""
    works = [work for work in works if isinstance(work, dict)]
    return [
        field
        for field, kind in DOCUMENTED.items()
        if works and not any(isinstance(work.get(field), kind) for work in works)
    ]


def draft(work):
    if not work["title"].strip():
        raise ValueError("a work without a title cannot be shown")
    sizes = {"original": work.get("primaryImage"), "small": work.get("primaryImageSmall")}
    artist = work.get("artistDisplayName")
    free = {
        "id": "cc0-1.0",
        "name": "CC0 1.0",
        "url": "https://creativecommons.org/publicdomain/zero/1.0/",
    }
    return {
        "id": str(work["objectID"]),
        "kind": "photo",
        "title": work["title"],
        "page": work["objectURL"],
        "summary": ", ".join(filter(None, [work.get("objectDate"), work.get("medium")])) or None,
        "renditions": [{"role": role, "url": url} for role, url in sizes.items() if url],
        "creator": {"name": artist} if artist else None,
        "licence": free if work.get("isPublicDomain") else None,
        "tags": [tag["term"] for tag in work.get("tags") or []],
        "collection": work.get("department"),
    }


forage.serve("met", endpoint, decode)
