import { expect, test } from 'vitest'
import { isUnnamed, textsNamedIn } from './texts.ts'

const texts = new Map([
  ['form.save', 'Save'],
  ['form.saveAnother', 'Save and add another'],
  ['form.rows_one', '{{count}} row'],
  ['form.rows_other', '{{count}} rows'],
  ['list.op.eq', 'is'],
  ['list.op.ne', 'is not'],
  ['list.add', 'Add'],
])
const keys = (code: string) => textsNamedIn(code, texts).map(([key]) => key)

test('a module gets the texts it names, a plural with all its forms', () => {
  expect(keys(`t('form.save'); t("form.rows", { count })`)).toEqual([
    'form.save',
    'form.rows_one',
    'form.rows_other',
  ])
})

test('a key completed at run time includes every text with its prefix', () => {
  expect(keys('t(`list.op.${op}`)')).toEqual(['list.op.eq', 'list.op.ne'])
})

test('a whole part comes only with a call that names it', () => {
  expect(keys('t(`form.${action}`)')).toHaveLength(4)
  expect(keys('preference(`form.${entity}`)')).toEqual([])
})

test('other words with a dot bring nothing', () => {
  expect(keys(`use('form.control'); form.save(); 'information.save'`)).toEqual([])
})

test('a key that begins at run time is recognised, since nothing names its texts', () => {
  expect(isUnnamed('t(`${view.none}Text`)')).toBe(true)
  expect(isUnnamed('t(`form.${action}`); at(`${place}`)')).toBe(false)
})
