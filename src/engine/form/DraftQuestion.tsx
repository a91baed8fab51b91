import { Alert, Button, Group, Text } from '@mantine/core'
import { useTranslation } from '#ui/i18n.ts'
import { useFormat } from '#ui/useFormat.ts'
import type { RecordFormState } from './useRecordForm.ts'

/** Asks what to do with what was typed on an earlier visit and not saved. */
export const DraftQuestion = ({ state: { draft, takeDraft, dropDraft } }: { readonly state: Pick<RecordFormState, 'draft' | 'takeDraft' | 'dropDraft'> }) => {
  const { t } = useTranslation()
  const { instant } = useFormat()
  return draft ? (
    <Alert color="blue" variant="light" title={t('form.draftTitle')}>
      <Group justify="space-between"><Text size="sm">{t('form.draftText', { at: instant(new Date(draft.at).toISOString()) })}</Text>
        <Group gap={8}><Button size="xs" variant="default" onClick={takeDraft}>{t('form.draftTake')}</Button><Button size="xs" variant="subtle" onClick={dropDraft}>{t('form.draftDrop')}</Button></Group>
      </Group>
    </Alert>
  ) : null
}
