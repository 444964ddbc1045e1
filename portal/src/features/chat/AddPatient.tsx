import { postContact } from '@teleward/contract/chat/endpoints.ts'
import { getMemberList } from '@teleward/contract/members/endpoints.ts'
import { Drawer } from 'antd'
import { useState } from 'react'
import { errorMessage } from '../../api/query.ts'
import { useEndpointMutation } from '../../api/query.ts'
import { useT } from '../../i18n/i18n.ts'
import { useList } from '../../patterns/list.ts'
import { either } from '../../patterns/Patient.tsx'
import { SearchBox } from '../../patterns/SearchBox.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { ageAndSex } from '../../ui/person.ts'
import { SkeletonBlock } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'

interface Props {
  onClose: () => void
  onOpen: (pid: number, conversation: number) => void
}
/** A member of the own units with whom nothing was said yet. */
export function AddPatient({ onClose, onOpen }: Props) {
  const t = useT()
  const [q, setQ] = useState('')
  const list = useList(getMemberList, { body: { ...(q ? { q } : {}), pageSize: 20 } })
  const add = useEndpointMutation(postContact, {
    onDone: (head) => {
      onClose()
      if (head.patient) onOpen(head.patient.pid, head.id)
    },
  })
  const people = (list.data?.data ?? []).filter(({ status }) => status === 'active')
  return (
    <Drawer open title={t('chat.addPatient')} size={400} onClose={onClose} destroyOnHidden>
      <SearchBox value={q} keyLabel={null} placeholder={t('chat.findPatient')} onSearch={setQ} />
      {list.error ? (
        <ErrorState
          title={t('chat.contactsFailed')}
          text={errorMessage(list.error)}
          onRetry={() => void list.refetch()}
        />
      ) : list.isPending ? (
        <SkeletonBlock lines={6} />
      ) : people.length === 0 ? (
        <EmptyState title={t('chat.notFound')} text={t('chat.notFoundText')} />
      ) : (
        <ul className="chatpick">
          {people.map((one) => (
            <li key={one.pid}>
              <button
                type="button"
                className="chatcontact"
                disabled={add.isPending}
                onClick={() => add.mutate({ body: { pid: one.pid } })}
              >
                <Avatar name={either(one.name, one.nameEn)} seed={one.pid} size="lg" />
                <span className="grow">
                  <b className="ell">{either(one.name, one.nameEn)}</b>
                  <span className="t3 f13 num">{ageAndSex(one.birthday, one.gender ?? 'unknown')}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Drawer>
  )
}
