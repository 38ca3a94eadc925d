#!/usr/bin/env python3
"""Counts how many changed pictures `forage whose` recognises, beside PyPI's `imagehash` and `pdqhash` on the same files.

    Benchmarks/whose.py PICTURES STRANGERS [--known N] [--count N] [--jobs N]

PICTURES is a folder of photos, of which up to N become the known ones; no two of them look alike. Each is scaled,
compressed, cropped, made grey and framed. STRANGERS is a folder of other pictures; if it has fewer than N, the rest is
drawn here from shapes, noise and gradients, of which some are smooth; this is weaker evidence. A hash gets the threshold
at which it finds the most without more than one wrong answer in a hundred. Needs Pillow, imagehash and, if possible,
pdqhash.
"""
import argparse
import concurrent.futures
import functools
import json
import multiprocessing
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import imagehash
import numpy
from PIL import Image, ImageDraw, ImageFilter, ImageOps

try:
    import pdqhash
except ImportError:
    pdqhash = None

sys.path.insert(0, os.path.dirname(__file__))
from processes import FORAGE  # noqa: E402

ENDINGS = {".jpg", ".jpeg", ".png", ".webp"}
LEAST_PRECISION = 0.99


def paths(folder):
    found = [path for path in sorted(pathlib.Path(folder).rglob("*")) if path.suffix.lower() in ENDINGS and path.is_file()]
    random.Random(7).shuffle(found)
    return found


def load(path):
    """A picture on white, at most 1,600 pixels wide and high; None if it is too small or cannot be read."""
    try:
        with Image.open(path) as picture:
            picture.draft("RGB", (1600, 1600))
            picture.thumbnail((1600, 1600))
            flat = Image.new("RGB", picture.size, "white")
            layer = picture.convert("RGBA")
            flat.paste(layer, mask=layer.getchannel("A"))
        return flat if min(flat.size) >= 200 else None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


def outlined(picture):
    return imagehash.phash(picture.convert("L").resize((256, 256)).filter(ImageFilter.FIND_EDGES))


def compressed(quality):
    return lambda picture: (picture, {"quality": quality})


def cropped(left, top, right, bottom):
    def crop(picture):
        width, height = picture.size
        box = (int(width * left), int(height * top), int(width * (1 - right)), int(height * (1 - bottom)))
        return picture.crop(box), {"quality": 88}
    return crop


def scaled(factor):
    def scale(picture):
        size = tuple(max(64, int(side * factor)) for side in picture.size)
        return picture.resize(size, Image.LANCZOS), {"quality": 88}
    return scale


CHANGES = {
    "half": scaled(0.5), "fifth": scaled(0.2), "jpeg 90": compressed(90), "jpeg 60": compressed(60), "jpeg 30": compressed(30),
    "crop 3 %": cropped(0.01, 0.02, 0.02, 0.01), "crop 6 %": cropped(0.06, 0, 0, 0.03), "crop 10 %": cropped(0.1, 0, 0, 0.1),
    "crop around 10 %": cropped(0.05, 0.05, 0.05, 0.05),
    "grey": lambda picture: (ImageOps.grayscale(picture).convert("RGB"), {"quality": 85}),
    "border": lambda picture: (ImageOps.expand(picture, max(picture.size) // 25, "white"), {"quality": 85}),
}


def changed_pictures(folder, task):
    """The changed forms of a known picture: their paths, with its name and the change."""
    (name, picture), number = task
    made = {}
    for change, make in CHANGES.items():
        result, how = make(picture)
        path = f"{folder}/changed-{number}-{change.replace(' ', '')}.jpg"
        result.save(path, **how)
        made[path] = (name, change)
    return made


def stranger(folder, task):
    """The path of a small stranger and its look; None if it is too small or cannot be read."""
    number, source = task
    picture = load(source)
    if picture is None:
        return None
    look = imagehash.phash(picture)
    picture.thumbnail((800, 800))
    path = f"{folder}/stranger-{number}.jpg"
    picture.save(path, quality=85)
    return path, look


def drawn(folder, number):
    rng, noise = random.Random(number), numpy.random.default_rng(number)
    size = rng.choice([(640, 480), (480, 640), (800, 450), (512, 512)])
    base = smooth(size, rng, noise) if number % 4 == 0 else shapes(size, rng, noise)
    path = f"{folder}/drawn-{number}.jpg"
    base.save(path, quality=85)
    return path


def shapes(size, rng, noise):
    ramp = numpy.linspace(0, 255 * rng.random(), size[0])[None, :] + numpy.linspace(0, 255 * rng.random(), size[1])[:, None]
    grain = noise.normal(0, rng.choice([2, 10, 40]), (size[1], size[0]))
    base = Image.fromarray(numpy.clip(ramp / 2 + grain, 0, 255).astype("uint8")).convert("RGB")
    draw = ImageDraw.Draw(base)
    for _ in range(rng.randint(4, 60)):
        x, y = rng.randint(-60, size[0]), rng.randint(-60, size[1])
        box = [x, y, x + rng.randint(10, 300), y + rng.randint(10, 300)]
        colour = tuple(rng.randint(0, 255) for _ in range(3))
        rng.choice([draw.ellipse, draw.rectangle, lambda b, fill: draw.line(b, fill=fill, width=rng.randint(1, 20))])(box, fill=colour)
    return base


def smooth(size, rng, noise):
    """A slope, a glow from a point or several soft spots, as in plain wallpapers."""
    y, x = numpy.mgrid[0:size[1], 0:size[0]]
    x, y = x / size[0], y / size[1]
    colours = noise.uniform(0, 255, (7, 3))
    if rng.random() < 0.4:
        angle = rng.choice([0, 90, 180, 270, rng.random() * 360])
        place = x * numpy.cos(numpy.radians(angle)) + y * numpy.sin(numpy.radians(angle))
        place = ((place - place.min()) / (place.max() - place.min())) ** rng.choice([0.5, 1, 1, 2])
        base = place[..., None] * colours[0] + (1 - place[..., None]) * colours[1]
    else:
        base = numpy.ones((size[1], size[0], 3)) * colours[0]
        for colour in colours[1:rng.randint(2, 7)]:
            distance = ((x - rng.random()) * size[0] / size[1]) ** 2 + (y - rng.random()) ** 2
            spot = numpy.exp(-distance / (2 * rng.uniform(0.08, 0.5) ** 2))[..., None]
            base = base * (1 - spot) + colour * spot
    return Image.fromarray(numpy.clip(base + noise.normal(0, 0.6, base.shape), 0, 255).astype("uint8"))


def whose(project, home, files, jobs):
    def found(part):
        run = subprocess.run(
            [FORAGE, "whose", "--format", "jsonl", *part], cwd=project, text=True, capture_output=True,
            env=os.environ | {"HOME": home, "XDG_STATE_HOME": f"{home}/state", "XDG_CACHE_HOME": f"{home}/cache"})
        if run.returncode not in (0, 1, 3):
            sys.exit(run.stderr)
        return [json.loads(line) for line in run.stdout.splitlines()]
    best = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for answers in pool.map(found, [files[start:start + 400] for start in range(0, len(files), 400)]):
            for answer in answers:
                if answer["certain"]:
                    best.setdefault(answer["file"], answer["path"])
    return best


def bits(hashes):
    return numpy.array([numpy.asarray(each).flatten() for each in hashes], dtype=bool)


def phash(picture):
    return imagehash.phash(picture).hash


def dhash(picture):
    return imagehash.dhash(picture).hash


def pdq(picture):
    return pdqhash.compute(numpy.array(picture.convert("RGB")))[0]


def computed(compute, path):
    with Image.open(path) as picture:
        return compute(picture)


def rival(name, compute, known, changed, strangers, pool):
    """The greatest recall at the least precision, and the strangers that get a credit then."""
    names = list(known)
    table = bits([compute(known[each]) for each in names])

    def nearest(files):
        for each in pool.imap(functools.partial(computed, compute), files, 50):
            distances = (table ^ bits([each])[0]).sum(axis=1)
            place = int(distances.argmin())
            yield names[place], int(distances[place])
    answers = [(truth, *guess) for (truth, _), guess in zip(changed.values(), nearest(list(changed)))]
    others = [distance for _, distance in nearest(strangers)]
    best = (0, 0, 0)
    for threshold in range(table.shape[1] // 2):
        right = sum(truth == guess and distance <= threshold for truth, guess, distance in answers)
        wrong = sum(truth != guess and distance <= threshold for truth, guess, distance in answers)
        false = sum(distance <= threshold for distance in others)
        if right and right / (right + wrong + false) >= LEAST_PRECISION:
            best = max(best, (right / len(answers), threshold, false))
    print(f"{name}: recall {best[0]:.3f} at precision {LEAST_PRECISION} (distance {best[1]}), {best[2]} false credits", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pictures")
    parser.add_argument("strangers")
    parser.add_argument("--known", type=int, default=100)
    parser.add_argument("--count", type=int, default=10_000, help="the number of strangers")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, multiprocessing.Pool(options.jobs) as pool:
        measure(options, place, pool)


def measure(options, place, pool):
    project = pathlib.Path(place, "project")
    (project / "known").mkdir(parents=True)
    known, hashes, outlines = {}, [], []
    for picture in map(load, paths(options.pictures)):
        if len(known) == options.known:
            break
        if picture is None:
            continue
        look, outline = imagehash.phash(picture), outlined(picture)
        # A wallpaper may come in a light and a dark form, which have the same outlines.
        if any(look - other <= 10 for other in hashes) or any(outline - other <= 14 for other in outlines):
            continue
        hashes.append(look)
        outlines.append(outline)
        name = f"known/{len(known):03}.jpg"
        picture.save(project / name, quality=92)
        (project / f"{name}.license").write_text(
            f"SPDX-FileCopyrightText: 2024 Author {len(known)}\nSPDX-License-Identifier: CC-BY-4.0\n")
        known[name] = picture
    environment = os.environ | {"HOME": place, "XDG_STATE_HOME": f"{place}/state", "XDG_CACHE_HOME": f"{place}/cache"}
    subprocess.run([FORAGE, "adopt", "known"], cwd=project, env=environment, check=True, capture_output=True)
    changed = {}
    for made in pool.imap(functools.partial(changed_pictures, place), zip(known.items(), range(len(known)))):
        changed |= made
    strangers = []
    for each in pool.imap(functools.partial(stranger, place), enumerate(paths(options.strangers)), 8):
        if each and len(strangers) < options.count and all(each[1] - other > 10 for other in hashes):
            strangers.append(each[0])
    real = len(strangers)
    strangers += pool.map(functools.partial(drawn, place), range(options.count - real), 50)
    print(f"{len(known)} known pictures, {len(changed)} changed ones, {real} real and {len(strangers) - real} drawn strangers", flush=True)

    found = whose(project, place, list(changed), options.jobs)
    right = {path for path, (name, _) in changed.items() if found.get(path) == name}
    wrong = len(found) - len(right)
    print(f"forage: recall {len(right) / len(changed):.3f}, {wrong} wrong of {len(found)}", flush=True)
    for change in CHANGES:
        kind = [path for path, (_, other) in changed.items() if other == change]
        print(f"  {change}: {sum(path in right for path in kind) / len(kind):.3f}", flush=True)
    false = whose(project, place, strangers, options.jobs)
    for path, name in false.items():
        print(f"  {pathlib.Path(path).name} is not {name}")
    precision = len(right) / max(1, len(right) + wrong + len(false))
    print(f"forage: precision {precision:.3f}, {len(false)} false credits of {len(strangers)}", flush=True)
    rival("imagehash phash", phash, known, changed, strangers, pool)
    rival("imagehash dhash", dhash, known, changed, strangers, pool)
    if pdqhash:
        rival("pdqhash", pdq, known, changed, strangers, pool)


if __name__ == "__main__":
    main()
