#pragma once
#include <dlfcn.h>
#include <gmodule.h>
#include <stdlib.h>
#include <vips/vips.h>

#if !defined(__APPLE__) && !defined(__USE_GNU)
// glibc shows these to those alone who ask for all of its extensions, with which Swift does not import it.
typedef struct {
    const char *dli_fname;
    void *dli_fbase;
    const char *dli_sname;
    void *dli_saddr;
} Dl_info;
int dladdr(const void *address, Dl_info *info);
#endif

// Swift cannot call the library's variadic functions. These say the same with named parameters. A picture is NULL where
// one could not be made; whoever gets another has to let go of it.

/// Starts the library with one thread, without memory of what it did, and with these loaders alone.
static inline int cvips_start(const char *program) {
    static const char *const loaders[] = {
        "VipsForeignLoadHeif", "VipsForeignLoadJpeg", "VipsForeignLoadNsgif",
        "VipsForeignLoadPng",  "VipsForeignLoadSvg",  "VipsForeignLoadWebp",
    };
    // Below this folder it looks for its modules. Those for papers, microscopes and whatever ImageMagick reads take as
    // long to open as all the rest, and are for nobody here.
    setenv("VIPSHOME", "/nowhere", 1);
    if (vips_init(program)) return -1;
    vips_operation_block_set("VipsForeignLoad", TRUE);
    for (size_t index = 0; index < G_N_ELEMENTS(loaders); index++) vips_operation_block_set(loaders[index], FALSE);
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    return 0;
}

/// Opens the library's module for AVIF and HEIC, which lies beside it; one that is open stays so. Where these are built in
/// there is none.
static inline int cvips_open_heif(void) {
    static const char *const endings[] = {"so", "dylib"};
    static int is_open;
    Dl_info library;
    if (is_open || !dladdr((void *)vips_init, &library)) return 0;
    gchar *folder = g_path_get_dirname(library.dli_fname);
    int result = 0;
    for (size_t index = 0; index < G_N_ELEMENTS(endings); index++) {
        gchar *name = g_strdup_printf(
            "%s/vips-modules-%d.%d/vips-heif.%s", folder, vips_version(0), vips_version(1), endings[index]);
        if (g_file_test(name, G_FILE_TEST_EXISTS) && !g_module_open(name, G_MODULE_BIND_LAZY)) {
            vips_error("AVIF and HEIC", "%s", g_module_error());
            result = -1;
        }
        g_free(name);
    }
    g_free(folder);
    is_open = result == 0;
    return result;
}

/// Reads the head of a picture made of pixels; the rest is read when it is needed.
static inline VipsImage *cvips_open(const void *bytes, size_t count) {
    return vips_image_new_from_buffer(
        bytes, count, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR, NULL);
}

/// Reads a drawing. It is drawn so many times its own size.
static inline VipsImage *cvips_open_drawing(const void *bytes, size_t count, double scale) {
    VipsImage *made = NULL;
    vips_svgload_buffer((void *)bytes, count, &made, "scale", scale, NULL);
    return made;
}

/// Whether the colours of a picture depend on a profile, of its own or for inks.
static inline int cvips_needs_profile(VipsImage *image) {
    return vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0
           || vips_image_get_interpretation(image) == VIPS_INTERPRETATION_CMYK;
}

/// Reads a picture made of pixels no larger than it is needed for its new size, upright, with the colours of screens.
static inline VipsImage *cvips_thumbnail(
    const void *bytes, size_t count, int width, int height, VipsSize size, VipsInteresting crop
) {
    VipsImage *made = NULL;
    VipsImage *head = cvips_open(bytes, count);
    if (!head) return NULL;
    // To prepare a profile takes longer than most pictures.
    const char *profile = cvips_needs_profile(head) ? "srgb" : NULL;
    g_object_unref(head);
    vips_thumbnail_buffer(
        (void *)bytes, count, &made, width, "height", height, "size", size, "crop", crop, "option_string",
        "[fail_on=error]", profile ? "export_profile" : NULL, profile, NULL);
    return made;
}

/// Brings a picture that is open to a new size.
static inline VipsImage *cvips_resize(VipsImage *image, int width, int height, VipsSize size, VipsInteresting crop) {
    VipsImage *made = NULL;
    vips_thumbnail_image(image, &made, width, "height", height, "size", size, "crop", crop, NULL);
    return made;
}

/// The picture as its orientation says. One that has to be turned is read whole first.
static inline VipsImage *cvips_upright(VipsImage *image) {
    VipsImage *made = NULL;
    if (vips_image_get_orientation(image) <= 1) return g_object_ref(image);
    VipsImage *whole = vips_image_copy_memory(image);
    if (!whole) return NULL;
    vips_autorot(whole, &made, NULL);
    g_object_unref(whole);
    return made;
}

/// The picture with the colours of screens, whatever profile it has.
static inline VipsImage *cvips_to_srgb(VipsImage *image) {
    VipsImage *made = NULL;
    if (cvips_needs_profile(image)) {
        if (!vips_icc_transform(image, &made, "srgb", "embedded", TRUE, NULL)) return made;
        // A broken profile is no reason to be without the picture.
        vips_error_clear();
    }
    vips_colourspace(image, &made, VIPS_INTERPRETATION_sRGB, NULL);
    return made;
}

/// The picture without a way to see through it, on white.
static inline VipsImage *cvips_on_white(VipsImage *image) {
    VipsImage *made = NULL;
    if (!vips_image_hasalpha(image)) return g_object_ref(image);
    double white = image->Type == VIPS_INTERPRETATION_RGB16 || image->Type == VIPS_INTERPRETATION_GREY16 ? 65535 : 255;
    VipsArrayDouble *background = vips_array_double_new(&white, 1);
    vips_flatten(image, &made, "background", background, NULL);
    vips_area_unref(VIPS_AREA(background));
    return made;
}

/// A picture, whose colours are those of screens or grey, with red, green, blue and opacity in a byte each.
static inline VipsImage *cvips_to_rgba(VipsImage *image) {
    VipsImage *colours = NULL;
    VipsImage *bytes = NULL;
    VipsImage *made = NULL;
    if (vips_colourspace(image, &colours, VIPS_INTERPRETATION_sRGB, NULL)) return NULL;
    int failed = vips_cast_uchar(colours, &bytes, NULL);
    g_object_unref(colours);
    if (failed) return NULL;
    if (vips_image_hasalpha(bytes)) return bytes;
    vips_addalpha(bytes, &made, NULL);
    g_object_unref(bytes);
    return made;
}

/// The picture with nothing beside its pixels. Not every format's writer leaves all of it out by itself.
static inline VipsImage *cvips_stripped(VipsImage *image) {
    static const char *const fields[] = {
        VIPS_META_EXIF_NAME, VIPS_META_ICC_NAME, VIPS_META_IPTC_NAME, VIPS_META_XMP_NAME,
    };
    VipsImage *made = NULL;
    if (vips_copy(image, &made, NULL)) return NULL;
    for (size_t index = 0; index < G_N_ELEMENTS(fields); index++) vips_image_remove(made, fields[index]);
    return made;
}

/// Writes a picture to a file that is open.
static inline int cvips_save(VipsImage *image, int descriptor, const char *suffix, int quality, int strips) {
    VipsTarget *target = vips_target_new_to_descriptor(descriptor);
    if (!target) return -1;
    int result = quality ? vips_image_write_to_target(image, suffix, target, "Q", quality, "strip", strips, NULL)
                         : vips_image_write_to_target(image, suffix, target, "strip", strips, NULL);
    g_object_unref(target);
    return result;
}
