import { afterEach, expect, test } from 'vitest'
import { provideSentences } from '../problem.ts'
import { checkFile, maxUploadBytes } from './check.ts'

afterEach(() => provideSentences((english) => english))

test('rejects a file that is too large before upload, with the limit as a message parameter', () => {
  provideSentences((english, { text, params }) => JSON.stringify({ english, text, params }))
  const file = new File([new Uint8Array(maxUploadBytes + 1)], 'a.bin')
  expect(() => checkFile(file)).toThrow(
    JSON.stringify({
      english: 'A file may have 25 MB at most.',
      text: 'A file may have {{n}} MB at most.',
      params: { n: 25 },
    }),
  )
})
