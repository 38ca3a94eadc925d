#pragma once
#include <chafa.h>

/// How a picture is drawn in a terminal.
struct cchafa_manner {
    int columns;
    int rows;
    int cell_width;
    int cell_height;
    ChafaPixelMode pixels;
    ChafaCanvasMode colours;
};

/// Draws red, green, blue and opacity in a byte each as text, which has to be given back.
static inline char *cchafa_draw(const void *bytes, int width, int height, struct cchafa_manner manner) {
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    ChafaSymbolMap *symbols = chafa_symbol_map_new();
    chafa_symbol_map_add_by_tags(symbols, CHAFA_SYMBOL_TAG_SPACE);
    chafa_symbol_map_add_by_tags(symbols, CHAFA_SYMBOL_TAG_VHALF);
    chafa_canvas_config_set_symbol_map(config, symbols);
    chafa_canvas_config_set_geometry(config, manner.columns, manner.rows);
    chafa_canvas_config_set_cell_geometry(config, manner.cell_width, manner.cell_height);
    chafa_canvas_config_set_pixel_mode(config, manner.pixels);
    chafa_canvas_config_set_canvas_mode(config, manner.colours);
    ChafaCanvas *canvas = chafa_canvas_new(config);
    chafa_canvas_draw_all_pixels(
        canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, (const guint8 *)bytes, width, height, width * 4);
    ChafaTermInfo *terminal = chafa_term_db_get_fallback_info(chafa_term_db_get_default());
    GString *text = chafa_canvas_print(canvas, terminal);
    chafa_term_info_unref(terminal);
    chafa_canvas_unref(canvas);
    chafa_symbol_map_unref(symbols);
    chafa_canvas_config_unref(config);
    return text ? g_string_free(text, FALSE) : NULL;
}

static inline void cchafa_give_back(char *text) { g_free(text); }
