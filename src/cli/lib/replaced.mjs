import fs from 'node:fs'
import path from 'node:path'

/** How long open tabs may load files of a build that was replaced. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

const placesIn = (dist) => ({
  assets: path.join(dist, 'web/assets'),
  before: path.join(dist, 'before'),
  record: path.join(dist, 'replaced.json'),
})

/** Takes the browser's files away from a build that would empty their folder. */
export function setAside(dist) {
  const { assets, before } = placesIn(dist)
  // If they are there already, the last build failed.
  if (fs.existsSync(assets) && !fs.existsSync(before)) fs.renameSync(assets, before)
}

/**
 * Puts files that a new build does not have beside its own: a tab that was opened before keeps
 * loading its screens until it is reloaded. Their names carry a hash of what is in them.
 *
 * @param {number} now in ms
 */
export function bringBack(dist, now) {
  const { assets, before, record } = placesIn(dist)
  if (!fs.existsSync(before)) return
  const known = fs.existsSync(record) ? JSON.parse(fs.readFileSync(record, 'utf8')) : {}
  /** When each file was replaced, in ms. */
  const kept = {}
  for (const file of fs.readdirSync(before)) {
    const since = known[file] ?? now
    if (fs.existsSync(path.join(assets, file)) || now - since > KEPT_MS) continue
    fs.renameSync(path.join(before, file), path.join(assets, file))
    kept[file] = since
  }
  fs.writeFileSync(record, JSON.stringify(kept))
  fs.rmSync(before, { recursive: true })
}
