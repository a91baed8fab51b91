import { expect, test } from 'vitest'
import { fileOf, looksLikeDataUrl } from './encoded.ts'

const bytesOf = async (file: File): Promise<number[]> => [
  ...new Uint8Array(await file.arrayBuffer()),
]

test('decodes base64, base64url and data URLs into files', async () => {
  expect(await bytesOf(fileOf('-/8='.replace('-', '+'), 'base64'))).toEqual([251, 255])
  expect(await bytesOf(fileOf('-_8', 'base64url'))).toEqual([251, 255])
  expect(await bytesOf(fileOf('-_8=', 'base64url'))).toEqual([251, 255])
  const picture = fileOf(' data:image/png;base64,iVBORw0KGgo=\n', 'data_url')
  expect([picture.name, picture.type, picture.size]).toEqual(['pasted.png', 'image/png', 8])
  const text = fileOf('data:;charset=utf-8,a%20%C3%BC', 'data_url', { name: 'note.txt' })
  expect([text.name, text.type, await text.text()]).toEqual(['note.txt', 'text/plain', 'a ü'])
})

test.each([
  ['a-_%%', 'base64'],
  ['a-_b', 'base64'],
  ['abc', 'base64'],
  ['a', 'base64'],
  ['====', 'base64'],
  ['ab=c', 'base64'],
  ['a+/b', 'base64url'],
  ['a', 'base64url'],
  ['ab c', 'base64url'],
  ['notadataurl', 'data_url'],
  ['data:image/png', 'data_url'],
  ['data:;;,', 'data_url'],
  ['data:image/png;base64,%%', 'data_url'],
  ['data:text/plain,%E0%A4%A', 'data_url'],
  ['data:<b>,x', 'data_url'],
] as const)('rejects "%s" as %s', (text, encoding) => {
  expect(() => fileOf(text, encoding)).toThrow(
    expect.objectContaining({ status: 422, code: 'invalid_format' }),
  )
})

test('recognises only well-formed data URLs', () => {
  expect(['data:image/png;base64,AA==', '  DATA:,x'].map(looksLikeDataUrl)).toEqual([true, true])
  expect(
    ['data: what we know, and what not', 'https://x', 'metadata:a,b'].map(looksLikeDataUrl),
  ).toEqual([false, false, false])
})
