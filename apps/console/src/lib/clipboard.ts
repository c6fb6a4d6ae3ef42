import { toast } from './client.ts'

const COPIED = '复制成功'

/**
 * Copies a text and shows a toast; a failure is only logged (specification, section 8). Works over plain HTTP too, where the browser has no
 * clipboard object.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard && window.isSecureContext) await navigator.clipboard.writeText(text)
    else copyBySelection(text)
    toast.success(COPIED)
    return true
  } catch (error) {
    console.error('copy failed', error)
    return false
  }
}

function copyBySelection(text: string): void {
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('readonly', '')
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (!done) throw new Error('the browser refused to copy')
}
