import { DownloadOutlined } from '@ant-design/icons'
import { fileAddresses } from '@teleward/contract/files/endpoints.ts'
import type { MouseEvent } from 'react'
import { call } from '../../api/client.ts'
import { showError } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { saveFrom } from '../../ui/saveFrom.ts'

/** Saves a medical file by an address of this moment; why not is said. */
export const saveFile = (id: string): Promise<void> =>
  call(fileAddresses, { params: { id } }).then(({ download }) => saveFrom(download), showError)

interface Props {
  id: string
  /** As it came with the file, for who copies it or opens it elsewhere. */
  href: string
  className?: string
  /** Without its word: an icon with a name. */
  sign?: boolean
}
/** An address lives for minutes, and a file is open for longer: the click asks for one of its own. */
export function SaveLink({ id, href, className = 'btn pri', sign = false }: Props) {
  const t = useT()
  const save = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void saveFile(id)
  }
  const named = sign ? { 'aria-label': t('files.download'), title: t('files.download') } : {}
  return (
    <a className={className} href={href} download onClick={save} {...named}>
      <DownloadOutlined /> {!sign && t('files.download')}
    </a>
  )
}
