/** `checkInTime` → `Check in time`. */
export const words = (name: string): string => {
  const t = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
  return t.charAt(0).toUpperCase() + t.slice(1)
}

/**
 * Singular of an English plural label, by its last word: `Refund rules` → `Refund rule`,
 * `Addresses` → `Address`, `Entries` → `Entry`.
 */
export const singular = (label: string): string => {
  if (/[^aeiou]ies$/i.test(label)) return label.replace(/ies$/i, 'y')
  if (/(ss|us|is|x|z|ch|sh)es$/i.test(label)) return label.slice(0, -2)
  return /[^su]s$/i.test(label) && !/is$/i.test(label) ? label.slice(0, -1) : label
}
