/** The session takes its cover along when it goes: until the sign-in page stands, an empty one hides what was beneath it. */
export async function behindCover(work: () => Promise<void>): Promise<void> {
  const cover = document.createElement('div')
  cover.className = 'lock'
  document.body.append(cover)
  try {
    await work()
  } finally {
    cover.remove()
  }
}
