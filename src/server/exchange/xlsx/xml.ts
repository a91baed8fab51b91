import { setImmediate as yieldToEvents } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { unreadable } from './parts.ts'

/** Longest text or tag, in characters: a cell of a spreadsheet has 32,767 at most. */
const MAX_TOKEN = 200_000
const MAX_DEPTH = 64
/** Bytes parsed before others get a turn. */
const SLICE = 16 * 1024

/** What a document contains, in order; names are without their prefix. */
export type XmlEvent =
  | {
      readonly kind: 'open'
      readonly name: string
      readonly attributes: ReadonlyMap<string, string>
    }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Parses XML as it arrives; yields the events of each chunk. A document type, which could define
 * entities, is refused, as is a text or tag that does not end.
 * @throws 422 for anything that is not well formed.
 */
export async function* xmlEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<XmlEvent[]> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let events: XmlEvent[] = []
  let [depth, since] = [0, 0]
  parser.on('error', () => {
    throw unreadable()
  })
  parser.on('doctype', () => {
    throw unreadable()
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > MAX_DEPTH) throw unreadable()
    events.push({
      kind: 'open',
      name: localName(name),
      attributes: new Map(Object.entries(attributes)),
    })
  })
  parser.on('closetag', ({ name }) => {
    depth--
    events.push({ kind: 'close', name: localName(name) })
  })
  const onText = (text: string) => events.push({ kind: 'text', text })
  parser.on('text', onText)
  parser.on('cdata', onText)
  try {
    for await (const chunk of bytes) {
      for (let from = 0; from < chunk.length; from += SLICE) {
        const text = decoder.decode(chunk.subarray(from, from + SLICE), { stream: true })
        parser.write(text)
        since = events.length > 0 ? 0 : since + text.length
        if (since > MAX_TOKEN) throw unreadable()
        yield events
        events = []
        await yieldToEvents()
      }
    }
    parser.write(decoder.decode()).close()
  } catch (error) {
    throw error instanceof Error && error.name === 'Problem' ? error : unreadable()
  }
  yield events
}
