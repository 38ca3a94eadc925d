#!/usr/bin/env python3
"""Tests `forage mcp` with the client of the package `mcp` from PyPI.

The client checks every message against its models of the protocol, and each tool's output against the tool's schema.
Forage runs with `--sandbox`, so no request leaves this machine.
"""

import asyncio
import os
import shutil
import sys
import tempfile

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

CHECKS = []
FOLDER = os.path.realpath(tempfile.mkdtemp())


def check(sentence):
    """Registers a check."""

    def register(function):
        CHECKS.append((sentence, function))
        return function

    return register


def text_of(result):
    return result.content[0].text


def is_error(result):
    return getattr(result, "is_error", None) or getattr(result, "isError", False)


def structured(result):
    return getattr(result, "structured_content", None) or getattr(result, "structuredContent", None)


@check("a ping is answered")
async def ping(session):
    await session.send_ping()


@check("the tools are listed with schemas of their input and output")
async def tools(session):
    listed = (await session.list_tools()).tools
    assert [tool.name for tool in listed] == ["search", "show", "credit", "get"], listed
    for tool in listed:
        dumped = tool.model_dump(by_alias=True)
        assert dumped["inputSchema"]["required"] and dumped["outputSchema"]["required"], dumped
        assert dumped["annotations"]["readOnlyHint"] == (tool.name != "get"), dumped


@check("a search returns items that match the schema, each with a credit")
async def search(session):
    found = structured(await session.call_tool("search", {"query": "owl", "limit": 5}))
    assert len(found["items"]) == 5, found
    assert all(item["attribution"]["text"] for item in found["items"]), found
    return found


@check("a cursor continues after the previous results")
async def cursor(session):
    first = await search(session)
    arguments = {"query": "owl", "limit": 5, "cursor": first["next"]}
    second = structured(await session.call_tool("search", arguments))
    ids = [item["id"] for item in first["items"] + second["items"]]
    assert len(set(ids)) == 10, ids


@check("a result is shown, and credited")
async def show(session):
    item = (await search(session))["items"][0]
    for name in ["show", "credit"]:
        result = await session.call_tool(name, {"id": item["id"]})
        assert structured(result)["item"]["attribution"]["html"], result


@check("a file is saved once in the folder of the option, with its credit")
async def get(session):
    found = structured(await session.call_tool("search", {"query": "owl from:unsplash", "limit": 1}))
    arguments = {"id": found["items"][0]["id"], "size": "200x"}
    saved = structured(await session.call_tool("get", arguments))
    assert saved["result"] == "saved" and saved["size"]["width"] == 200 and saved["credit"], saved
    assert os.path.getsize(saved["file"]) == saved["bytes"] and saved["file"].startswith(FOLDER), saved
    assert os.path.exists(saved["file"] + ".credit.json"), saved
    again = structured(await session.call_tool("get", arguments))
    assert again == {**saved, "result": "there"}, again


@check("invalid arguments are an error of the tool, with a message")
async def wrong(session):
    for name, arguments, words in [
        ("search", {"query": "kind:phto owl"}, "did you mean"),
        ("search", {"query": "owl", "limit": 500}, "from 1 to 50"),
        ("search", {}, "missing"),
        ("show", {"id": "nothing"}, "is not an id"),
        ("credit", {"id": "flickr:1"}, "no result"),
        ("get", {"id": "flickr:1"}, "no such result"),
        ("get", {"id": "flickr:1", "size": "huge"}, "is not a size"),
    ]:
        result = await session.call_tool(name, arguments)
        assert is_error(result) and words in text_of(result), (name, arguments, result)


@check("an unknown tool is an error of the protocol")
async def unknown(session):
    try:
        await session.call_tool("delete", {"id": "flickr:1"})
    except Exception as error:
        assert "Unknown tool" in str(error), error
    else:
        raise AssertionError("it was called")


@check("several calls run at the same time")
async def together(session):
    words = ["owl", "fox", "lighthouse", "swift", "bird", "tree"]
    results = await asyncio.gather(*(session.call_tool("search", {"query": word, "limit": 2}) for word in words))
    assert [structured(result)["query"] for result in results] == words


@check("a cancelled call does not delay the others")
async def cancelled(session):
    slow = asyncio.create_task(session.call_tool("search", {"query": 'owl "fault:delay=60000"'}))
    await asyncio.sleep(0.5)
    slow.cancel()
    await search(session)


async def run(program):
    environment = {**os.environ, "FORAGE_MEASURE": "false", "FORAGE_TIMEOUT": "30"}
    server = StdioServerParameters(command=program, args=["--sandbox", "mcp", "--to", FOLDER], env=environment)
    async with stdio_client(server) as (incoming, outgoing):
        async with ClientSession(incoming, outgoing) as session:
            greeting = await session.initialize()
            dumped = greeting.model_dump(by_alias=True)
            print(f"ok  initialize: {dumped['protocolVersion']}, {dumped['serverInfo']['name']}")
            for sentence, function in CHECKS:
                await function(session)
                print(f"ok  {sentence}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: mcp-conformance.py PROGRAM")
    try:
        asyncio.run(run(sys.argv[1]))
    finally:
        shutil.rmtree(FOLDER)
