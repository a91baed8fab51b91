import { expect, test } from 'vitest'
import { problemOf } from '#tests/support/writes.ts'
import { requireStrongPassword } from './passwordStrength.ts'

const ann = { email: 'annabel@example.com', name: 'Annabel van Dyke' }
const codeOf = async (password: string) =>
  (await problemOf(requireStrongPassword(password, ann).then(() => undefined as never)).catch(
    () => undefined,
  )) as { errors?: { code: string; path: string }[] } | undefined

test.each([
  'password123',
  'Password1!',
  'qwertyuiop',
  '1234567890',
  'P@ssw0rd123!',
  'aaaaaaaaaaaa',
])('refuses the common password %s', async (password) => {
  expect((await codeOf(password))?.errors?.[0]).toMatchObject({
    path: 'password',
    code: 'common_password',
  })
})

test.each(['kX9#-annabel-mQ2v', 'kX9#mQ2vDYKE7w'])(
  'refuses the name and the e-mail inside %s',
  async (password) => {
    expect((await codeOf(password))?.errors?.[0]).toMatchObject({ code: 'personal_password' })
  },
)

test.each(['a-good-password', 'correct horse battery', 'kX9#mQ2vLp'])('takes %s', (password) =>
  expect(requireStrongPassword(password, ann)).resolves.toBeUndefined(),
)
