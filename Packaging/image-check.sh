#!/bin/sh
# image-check.sh ARCHIVE: runs the image without root rights, with a root folder that cannot be written to, and prints
# its size and the time until the gallery answers.
set -eu
archive=$1
skip() {
    printf 'SKIPPED: %s\n' "$*"
    exit 0
}
fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}
printf '%-42s %s\n' "image, compressed" "$(($(gzip -c "$archive" | wc -c) / 1000000)) MB"
# The search and what a shared store needs.
search='ls /usr/lib/*/libpq.so.5 >/dev/null && forage --sandbox search owl --limit 3'
# Without the rights for a container of its own, at least the programs are tried, as the image's user.
try_in_chroot() {
    command -v buildah >/dev/null || skip "running the image: it needs buildah or the rights for crun"
    export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
    container=$(buildah from "docker-archive:$archive")
    result=$(buildah run "$container" -- sh -c "id -u; $search" 2>/dev/null) || result=
    buildah rm "$container" >/dev/null
    case $result in
    '' | 0*) fail "a search in the image: $result" ;;
    esac
    echo "image: searches, not root"
    skip "the image with a read-only root folder: $1"
}
command -v crun >/dev/null || skip "running the image: it needs crun"
work=$(mktemp -d)
name=forage-check-$$
trap 'crun delete --force "$name" 2>/dev/null || true; rm -rf "$work"' EXIT
mkdir "$work/rootfs" "$work/image"
tar -xf "$archive" -C "$work/image"
python3 - "$work" <<'END'
import json, pathlib, subprocess, sys

work = pathlib.Path(sys.argv[1])
manifest = json.loads((work / "image/manifest.json").read_text())[0]
image = json.loads((work / "image" / manifest["Config"]).read_text())["config"]
for layer in manifest["Layers"]:
    subprocess.run(["tar", "-xf", work / "image" / layer, "-C", work / "rootfs"], check=True)
users = {line.split(":")[0]: line.split(":") for line in (work / "rootfs/etc/passwd").read_text().splitlines()}
user = users[image["User"]]
assert user[2] != "0", "the image runs as root"
assert image["Healthcheck"]["Test"], "the image has no health check"
subprocess.run(["crun", "spec"], cwd=work, check=True)
spec = json.loads((work / "config.json").read_text())
spec["root"] = {"path": "rootfs", "readonly": True}
spec["process"].update({
    "terminal": False, "args": image["Entrypoint"] + image["Cmd"], "cwd": image["WorkingDir"],
    "env": image["Env"] + ["FORAGE_GALLERY_TOKEN=0123456789abcdef"],
    "user": {"uid": int(user[2]), "gid": int(user[3])},
    "capabilities": {}, "noNewPrivileges": True,
})
spec["mounts"] += [
    {"destination": place, "type": "tmpfs", "source": "tmpfs", "options": ["mode=1777"]}
    for place in ["/tmp", *image["Volumes"]]
]
(work / "config.json").write_text(json.dumps(spec))
END
start=$(date +%s%N)
(cd "$work" && crun --cgroup-manager=disabled run --detach "$name" >log 2>&1 </dev/null) ||
    try_in_chroot "crun cannot start it here: $(head -n 1 "$work/log")"
tries=0
until crun exec --env FORAGE_GALLERY_TOKEN=0123456789abcdef "$name" /usr/share/forage-gallery/health 8080 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || fail "the gallery does not answer: $(cat "$work/log")"
done
printf '%-42s %s\n' "image, start until it is healthy" "$((($(date +%s%N) - start) / 1000000)) ms"
crun exec "$name" /bin/sh -c "$search" | grep -q . || fail "a search in the image"
if crun exec "$name" /bin/sh -c ': >/usr/bin/x' 2>/dev/null; then fail "the root folder can be written to"; fi
echo "image: searches, healthy, not root, read-only"
