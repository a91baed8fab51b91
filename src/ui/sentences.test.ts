import { expect, test } from 'vitest'
import { sentence, startI18n } from './i18n.ts'

test('a sentence of the server keeps its numbers and names its record in the person’s language', async () => {
  await startI18n('pt')
  expect(sentence('At most 60 characters')).toBe('No máximo 60 caracteres')
  expect(sentence('This hotel is draft; it cannot become archived from there.')).toBe(
    'Hotel está em “Rascunho”; daí não pode passar a “Arquivado”.',
  )
  expect(sentence('Required')).toBe('Obrigatório')
})

test('a sentence nobody translated, and every sentence in English, stays as it is', async () => {
  await startI18n('pt')
  expect(sentence('The moon is full.')).toBe('The moon is full.')
  await startI18n('en')
  expect(sentence('At most 60 characters')).toBe('At most 60 characters')
})
