#pragma once

/// Reads the size of an SVG in memory with libxml2's push parser, as plainly as C can.
/// Returns whether the root was found; the viewBox counts where an attribute is missing.
int pushprobe_measure(const char *bytes, long length, double *width, double *height);
