// Written by `make page`: one block and one row for each file in the folder.

#include "page.h"

// Every compiler that this is built with knows it from C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "../../ForageGallery/Page/index.html"
};

#define ROW(name, bytes) { name, bytes, sizeof bytes }

static const struct page_file files[] = {
    ROW("index.html", index_html),
};

const struct page_file *page_file(size_t number) {
    return number < sizeof files / sizeof *files ? &files[number] : NULL;
}
