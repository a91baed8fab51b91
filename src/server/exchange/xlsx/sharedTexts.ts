/** Bytes taken from the system at a time. */
const BLOCK = 1024 * 1024

const grown = (before: Uint32Array): Uint32Array<ArrayBuffer> => {
  const after = new Uint32Array(before.length * 2)
  after.set(before)
  return after
}

/**
 * Texts in order, packed outside the heap: one byte a character, or two where one needs them. As
 * strings hundreds of thousands of them take several times their length.
 */
export class SharedTexts {
  readonly #blocks: Buffer[] = []
  /** Free bytes begin here in the last block. */
  #end = 0
  /** By text: its block, where it begins there, and twice its bytes, plus one for wide characters. */
  #places = new Uint32Array(3 * 1024)
  #count = 0

  get length(): number {
    return this.#count
  }

  /** Adds a text at the end. */
  push(text: string): void {
    const isWide = /[\u0100-\uffff]/.test(text)
    const size = text.length * (isWide ? 2 : 1)
    let block = this.#blocks.at(-1)
    if (!block || this.#end + size > block.length) {
      block = Buffer.allocUnsafeSlow(Math.max(BLOCK, size))
      this.#blocks.push(block)
      this.#end = 0
    }
    block.write(text, this.#end, isWide ? 'utf16le' : 'latin1')
    const at = 3 * this.#count++
    if (at + 3 > this.#places.length) this.#places = grown(this.#places)
    this.#places.set([this.#blocks.length - 1, this.#end, 2 * size + Number(isWide)], at)
    this.#end += size
  }

  /** The `n`th text from 0; undefined when there is none. */
  at(n: number): string | undefined {
    if (!(Number.isInteger(n) && n >= 0 && n < this.#count)) return undefined
    const [block = 0, begin = 0, size = 0] = this.#places.subarray(3 * n, 3 * n + 3)
    const end = begin + Math.floor(size / 2)
    return this.#blocks[block]?.toString(size % 2 === 1 ? 'utf16le' : 'latin1', begin, end)
  }
}
