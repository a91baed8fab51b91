/** `checkInTime` → `Check in time`. */
export const words = (name: string): string => {
  const t = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ').toLowerCase()
  return t.charAt(0).toUpperCase() + t.slice(1)
}
