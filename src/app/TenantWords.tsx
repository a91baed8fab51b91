import words from 'virtual:tenantWords'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { setWording } from '#ui/i18n.ts'

/** Shows its content in the words of people of a tenant. */
export const TenantWords = ({ children }: { readonly children: ReactNode }) => {
  // Before the content renders for the first time.
  useState(() => setWording(words))
  useLayoutEffect(() => {
    setWording(words)
    return () => setWording({})
  }, [])
  return children
}
