import { CloseOutlined } from '@ant-design/icons'
import { searchMessages } from '@teleward/contract/chat/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { endpointQuery, errorMessage } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { shortTime } from './labels.ts'

interface Props {
  conversation: number
  onClose: () => void
  onGo: (seq: number) => void
}
/** In the open conversation; what is looked for stays out of the address. */
export function Found({ conversation, onClose, onGo }: Props) {
  const t = useT()
  const [q, setQ] = useState('')
  const answer = useQuery({
    ...endpointQuery(searchMessages, { body: { q, id: conversation } }),
    enabled: q !== '',
  })
  const found = answer.data?.messages
  return (
    <search className="chatfind">
      <div className="row">
        <Input.Search
          autoFocus
          allowClear
          maxLength={60}
          placeholder={t('chat.searchIn')}
          aria-label={t('chat.searchIn')}
          onSearch={(text) => setQ(text.trim())}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose()
          }}
        />
        <button type="button" className="icbtn" aria-label={t('chat.closeSearch')} onClick={onClose}>
          <CloseOutlined />
        </button>
      </div>
      <div role="status" className="f13 t3">
        {q !== '' && answer.isPending && t('chat.searching')}
        {answer.error && errorMessage(answer.error)}
        {found && t('chat.found', { count: found.length })}
      </div>
      {found && found.length > 0 && (
        <ul>
          {found.map((message) => (
            <li key={message.seq}>
              <button type="button" onClick={() => onGo(message.seq)}>
                <span className="grow ell">{message.textContent}</span>
                <span className="t3 f12 num">{shortTime(message.time)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
