/** Media types of a record's documents, by the ending of their addresses. */
export const DOCUMENT_TYPES = { pdf: 'application/pdf', csv: 'text/csv; charset=utf-8' } as const

/** Ending of the address and of the file of a document. */
export type DocumentType = keyof typeof DOCUMENT_TYPES
