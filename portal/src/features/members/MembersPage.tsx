import { MembersScreen } from './MembersScreen.tsx'

/** `/members`: my members, for care. */
export default function MembersPage() {
  return <MembersScreen register={false} />
}
