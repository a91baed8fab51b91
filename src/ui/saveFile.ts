/** Downloads bytes as a file. */
export const saveBlob = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * Downloads a response body as a file: a plain link cannot carry the bearer header, so the browser
 * receives a blob (on disk if large).
 */
export const saveFile = async (response: Response, name: string): Promise<void> =>
  saveBlob(await response.blob(), name)
