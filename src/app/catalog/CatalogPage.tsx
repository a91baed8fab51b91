import { useState } from 'react'
import { allResources } from '#engine/resource.ts'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { fieldsByKind } from './samples.ts'
import { KindEntry } from './KindEntry.tsx'
import { Components } from './Components.tsx'
import { Inputs } from './Inputs.tsx'

/**
 * `/dev/catalog`, only in development: every kind of field in every state, and the components of
 * the interface. The header's button shows them in the other theme.
 */
export const CatalogPage = () => {
  const [rightToLeft, setRightToLeft] = useState(false)
  return (
    <>
      <PageHeader
        title="Catalogue"
        actions={
          <Button
            variant="default"
            aria-pressed={rightToLeft}
            onClick={() => setRightToLeft((on) => !on)}
          >
            Right to left
          </Button>
        }
      />
      <div dir={rightToLeft ? 'rtl' : 'ltr'}>
        <Components />
        <Inputs />
        {fieldsByKind(allResources()).map((field) => (
          <KindEntry key={field.kind} field={field} />
        ))}
      </div>
    </>
  )
}
