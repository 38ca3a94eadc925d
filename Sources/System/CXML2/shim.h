#pragma once
#include <libxml/xmlversion.h>
// Else ICU's headers come along and contradict Foundation's own copy of them in any file that sees
// both. Only the private end of an encoding handler, which nothing here touches, looks different.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
