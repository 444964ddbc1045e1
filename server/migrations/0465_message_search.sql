-- Looking for words in a million messages. A policy lets only leakproof operators reach an index, and containment is none; a row for
-- each pair of characters would be twenty times the messages. So a function goes along the index and answers numbers alone, of what
-- the caller may read (`proof/matrix/busy.test.ts` holds it to the policies); what they say is read under the policies once more.

-- What a text is found by: its pairs of characters, each as one number (two code points of 21 bits), without case, width and marks.
-- Of a single character there is none.
create or replace function message_pairs(said text) returns bigint[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct (p.before << 21) | p.code), '{}')
  from (select ascii(u.one)::bigint as code, lag(ascii(u.one)::bigint) over (order by u.n) as before
    from unnest(string_to_array(
      regexp_replace(lower(normalize($1, NFKD)), E'[\u0300-\u036f\u3099\u309a]', '', 'g'), null)) with ordinality u(one, n)) p
  where p.before is not null
$$;
-- Many messages: built beforehand, without holding up those who write (docs/operations.md).
create index if not exists chat_message_pairs on chat_message using gin (message_pairs(body)) with (fastupdate = off) where recalled_at is null;
create index if not exists chat_message_newest on chat_message (partner_id, sent_at desc, id desc) where recalled_at is null;

/*
 * The newest messages that hold `said` (`likely` is its pattern) and that the caller may read, or of one conversation: `most` of them
 * at most, newest first. Of a word that everybody uses the `newest` thousands hold enough; a rare one is found by its pairs.
 */
create function chat_messages_with(said text, likely text, of_conversation int, most int, newest int) returns table (id int)
language plpgsql stable security definer rows 50 set search_path = public as $$
#variable_conflict use_column
declare
  here int := app_partner();
  me int := app_mid();
  units int[] := case when app_right('chat.patient') = 'y' then app_units() else '{}' end;
  suspended bigint[] := suspended_memberships(units);
  all_patients boolean := app_right('appointment.read') = 'y';
  talks int[] := array(
    select c.id from chat_conversation c where c.kind = 'staff' and c.partner_id = here and me in (c.low_mid, c.high_mid)
    union all
    select c.id from chat_participant p join chat_conversation c on c.id = p.conversation_id
    where p.mid = me and p.left_at is null and c.kind = 'group' and c.partner_id = here);
  wanted bigint[] := message_pairs(said);
  found int[] := '{}';
begin
  if app_kind() is distinct from 'staff' then return; end if;
  if of_conversation is not null or wanted = '{}' or newest > 0 then
    found := array(
      select n.id from (
        select m.* from chat_message m
        where m.partner_id = here and m.recalled_at is null and (of_conversation is null or m.conversation_id = of_conversation)
        order by m.sent_at desc, m.id desc limit case when of_conversation is null and wanted <> '{}' then newest end) n
      where n.body ilike likely and case when n.pid is null then n.conversation_id = any (talks)
        else n.unit_id = any (units) and ((n.unit_id::bigint << 32) | n.pid) <> all (suspended)
          and (all_patients or takes_part(n.pid, here, me)) end
      order by n.sent_at desc, n.id desc limit most);
  end if;
  if of_conversation is null and wanted <> '{}' and cardinality(found) < most then
    -- All of them first: along the index of the newest a rare word would be looked for in every message.
    found := array(
      with held as materialized (
        select m.id, m.sent_at from chat_message m
        where message_pairs(m.body) @> wanted and m.recalled_at is null and m.body ilike likely and m.partner_id = here
          and case when m.pid is null then m.conversation_id = any (talks)
            else m.unit_id = any (units) and ((m.unit_id::bigint << 32) | m.pid) <> all (suspended)
              and (all_patients or takes_part(m.pid, here, me)) end)
      select h.id from held h order by h.sent_at desc, h.id desc limit most);
  end if;
  return query select unnest(found);
end $$;
revoke execute on function chat_messages_with(text, text, int, int, int) from public;
grant execute on function chat_messages_with(text, text, int, int, int) to teleward_app, teleward_system;
