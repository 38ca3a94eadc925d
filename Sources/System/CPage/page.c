// Written by `make page`: one block and one row for each file in the folder.

#include "page.h"

// Every compiler that this is built with knows it from C23.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char address_js[] = {
#embed "../../ForageGallery/Page/address.js"
};
static const unsigned char api_js[] = {
#embed "../../ForageGallery/Page/api.js"
};
static const unsigned char basket_css[] = {
#embed "../../ForageGallery/Page/basket.css"
};
static const unsigned char basket_js[] = {
#embed "../../ForageGallery/Page/basket.js"
};
static const unsigned char blurhash_js[] = {
#embed "../../ForageGallery/Page/blurhash.js"
};
static const unsigned char choice_js[] = {
#embed "../../ForageGallery/Page/choice.js"
};
static const unsigned char collections_js[] = {
#embed "../../ForageGallery/Page/collections.js"
};
static const unsigned char credit_js[] = {
#embed "../../ForageGallery/Page/credit.js"
};
static const unsigned char dom_js[] = {
#embed "../../ForageGallery/Page/dom.js"
};
static const unsigned char download_js[] = {
#embed "../../ForageGallery/Page/download.js"
};
static const unsigned char end_js[] = {
#embed "../../ForageGallery/Page/end.js"
};
static const unsigned char events_js[] = {
#embed "../../ForageGallery/Page/events.js"
};
static const unsigned char facts_js[] = {
#embed "../../ForageGallery/Page/facts.js"
};
static const unsigned char foreign_js[] = {
#embed "../../ForageGallery/Page/foreign.js"
};
static const unsigned char former_js[] = {
#embed "../../ForageGallery/Page/former.js"
};
static const unsigned char frame_js[] = {
#embed "../../ForageGallery/Page/frame.js"
};
static const unsigned char further_js[] = {
#embed "../../ForageGallery/Page/further.js"
};
static const unsigned char gallery_css[] = {
#embed "../../ForageGallery/Page/gallery.css"
};
static const unsigned char handling_js[] = {
#embed "../../ForageGallery/Page/handling.js"
};
static const unsigned char icon_svg[] = {
#embed "../../ForageGallery/Page/icon.svg"
};
static const unsigned char index_html[] = {
#embed "../../ForageGallery/Page/index.html"
};
static const unsigned char keys_js[] = {
#embed "../../ForageGallery/Page/keys.js"
};
static const unsigned char language_js[] = {
#embed "../../ForageGallery/Page/language.js"
};
static const unsigned char listing_js[] = {
#embed "../../ForageGallery/Page/listing.js"
};
static const unsigned char main_js[] = {
#embed "../../ForageGallery/Page/main.js"
};
static const unsigned char manifest_webmanifest[] = {
#embed "../../ForageGallery/Page/manifest.webmanifest"
};
static const unsigned char memory_js[] = {
#embed "../../ForageGallery/Page/memory.js"
};
static const unsigned char moving_js[] = {
#embed "../../ForageGallery/Page/moving.js"
};
static const unsigned char narrowing_js[] = {
#embed "../../ForageGallery/Page/narrowing.js"
};
static const unsigned char panel_js[] = {
#embed "../../ForageGallery/Page/panel.js"
};
static const unsigned char picklist_js[] = {
#embed "../../ForageGallery/Page/picklist.js"
};
static const unsigned char picks_js[] = {
#embed "../../ForageGallery/Page/picks.js"
};
static const unsigned char pictures_js[] = {
#embed "../../ForageGallery/Page/pictures.js"
};
static const unsigned char player_css[] = {
#embed "../../ForageGallery/Page/player.css"
};
static const unsigned char player_js[] = {
#embed "../../ForageGallery/Page/player.js"
};
static const unsigned char print_css[] = {
#embed "../../ForageGallery/Page/print.css"
};
static const unsigned char printing_js[] = {
#embed "../../ForageGallery/Page/printing.js"
};
static const unsigned char providers_js[] = {
#embed "../../ForageGallery/Page/providers.js"
};
static const unsigned char query_js[] = {
#embed "../../ForageGallery/Page/query.js"
};
static const unsigned char recent_js[] = {
#embed "../../ForageGallery/Page/recent.js"
};
static const unsigned char rights_js[] = {
#embed "../../ForageGallery/Page/rights.js"
};
static const unsigned char rows_js[] = {
#embed "../../ForageGallery/Page/rows.js"
};
static const unsigned char sets_js[] = {
#embed "../../ForageGallery/Page/sets.js"
};
static const unsigned char statement_js[] = {
#embed "../../ForageGallery/Page/statement.js"
};
static const unsigned char strings_js[] = {
#embed "../../ForageGallery/Page/strings.js"
};
static const unsigned char strings_json[] = {
#embed "../../ForageGallery/Page/strings.json"
};
static const unsigned char suggesting_js[] = {
#embed "../../ForageGallery/Page/suggesting.js"
};
static const unsigned char sw_js[] = {
#embed "../../ForageGallery/Page/sw.js"
};
static const unsigned char switches_js[] = {
#embed "../../ForageGallery/Page/switches.js"
};
static const unsigned char tile_js[] = {
#embed "../../ForageGallery/Page/tile.js"
};
static const unsigned char typing_js[] = {
#embed "../../ForageGallery/Page/typing.js"
};
static const unsigned char viewer_css[] = {
#embed "../../ForageGallery/Page/viewer.css"
};
static const unsigned char viewer_js[] = {
#embed "../../ForageGallery/Page/viewer.js"
};
static const unsigned char wall_js[] = {
#embed "../../ForageGallery/Page/wall.js"
};
static const unsigned char welcome_js[] = {
#embed "../../ForageGallery/Page/welcome.js"
};
static const unsigned char words_js[] = {
#embed "../../ForageGallery/Page/words.js"
};
static const unsigned char zoom_js[] = {
#embed "../../ForageGallery/Page/zoom.js"
};

#define ROW(name, bytes) { name, bytes, sizeof bytes }

static const struct page_file files[] = {
    ROW("address.js", address_js),
    ROW("api.js", api_js),
    ROW("basket.css", basket_css),
    ROW("basket.js", basket_js),
    ROW("blurhash.js", blurhash_js),
    ROW("choice.js", choice_js),
    ROW("collections.js", collections_js),
    ROW("credit.js", credit_js),
    ROW("dom.js", dom_js),
    ROW("download.js", download_js),
    ROW("end.js", end_js),
    ROW("events.js", events_js),
    ROW("facts.js", facts_js),
    ROW("foreign.js", foreign_js),
    ROW("former.js", former_js),
    ROW("frame.js", frame_js),
    ROW("further.js", further_js),
    ROW("gallery.css", gallery_css),
    ROW("handling.js", handling_js),
    ROW("icon.svg", icon_svg),
    ROW("index.html", index_html),
    ROW("keys.js", keys_js),
    ROW("language.js", language_js),
    ROW("listing.js", listing_js),
    ROW("main.js", main_js),
    ROW("manifest.webmanifest", manifest_webmanifest),
    ROW("memory.js", memory_js),
    ROW("moving.js", moving_js),
    ROW("narrowing.js", narrowing_js),
    ROW("panel.js", panel_js),
    ROW("picklist.js", picklist_js),
    ROW("picks.js", picks_js),
    ROW("pictures.js", pictures_js),
    ROW("player.css", player_css),
    ROW("player.js", player_js),
    ROW("print.css", print_css),
    ROW("printing.js", printing_js),
    ROW("providers.js", providers_js),
    ROW("query.js", query_js),
    ROW("recent.js", recent_js),
    ROW("rights.js", rights_js),
    ROW("rows.js", rows_js),
    ROW("sets.js", sets_js),
    ROW("statement.js", statement_js),
    ROW("strings.js", strings_js),
    ROW("strings.json", strings_json),
    ROW("suggesting.js", suggesting_js),
    ROW("sw.js", sw_js),
    ROW("switches.js", switches_js),
    ROW("tile.js", tile_js),
    ROW("typing.js", typing_js),
    ROW("viewer.css", viewer_css),
    ROW("viewer.js", viewer_js),
    ROW("wall.js", wall_js),
    ROW("welcome.js", welcome_js),
    ROW("words.js", words_js),
    ROW("zoom.js", zoom_js),
};

const struct page_file *page_file(size_t number) {
    return number < sizeof files / sizeof *files ? &files[number] : NULL;
}
