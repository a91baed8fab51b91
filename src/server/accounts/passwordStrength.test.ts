import { expect, test } from 'vitest'
import { problemOf } from '#tests/support/writes.ts'
import { requireStrongPassword } from './passwordStrength.ts'

const ann = {
  chooser: { email: 'annabel@example.com', name: 'Annabel van Dyke' },
  words: ['Sunny Side Hotels', 'stays.example'],
}
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
  'marketplace',
  'backoffice1',
  'Summer2024!',
  'dragon12345!',
  'abc123def456',
  'Lisbon2025!',
  '2025-sunny-!',
  'Example2025!',
  'demo-password',
  'DEMO-password',
])('refuses the common password %s', async (password) => {
  expect((await codeOf(password))?.errors?.[0]).toMatchObject({
    path: 'password',
    code: 'common_password',
  })
})

test.each(['kX9#-annabel-mQ2v', 'kX9#mQ2vDYKE7w'])(
  'refuses %s because it contains the person’s name or e-mail address',
  async (password) => {
    expect((await codeOf(password))?.errors?.[0]).toMatchObject({ code: 'personal_password' })
  },
)

test('refuses a short name followed by digits, but allows it inside other words', async () => {
  const bo = { chooser: { email: 'b@example.com', name: 'Bo Li' } }
  const refusal = requireStrongPassword('Bo-Li-2025', bo)
  await expect(refusal).rejects.toMatchObject({ status: 422 })
  await requireStrongPassword('a bold lime kite', bo)
})

test.each(['a-good-password', 'correct horse battery', 'kX9#mQ2vLp', 'lisbon tram 28'])(
  'accepts %s',
  (password) => expect(requireStrongPassword(password, ann)).resolves.toBeUndefined(),
)
