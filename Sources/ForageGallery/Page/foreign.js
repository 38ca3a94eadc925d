// Texts from outside.

/** Marks that override the writing direction of the text after them. */
const overrides = /[\u202a-\u202e\u2066-\u2069]/g

/** Reads JSON without such marks. All data of the page passes through here. */
export const read = json => JSON.parse(json, (_, value) => typeof value === "string" ? value.replace(overrides, "") : value)
