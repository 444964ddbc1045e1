-- Records that go along with a letter: chosen notes as they stood when it was sent, in the letter and nowhere else, so that no
-- record opens for the other side. They are not rewritten, whoever writes.
alter table referral add column attached jsonb not null default '[]'
  check (jsonb_typeof(attached) = 'array' and jsonb_array_length(attached) <= 10);
create function guard_referral_attached() returns trigger language plpgsql as $$
begin
  if new.attached is distinct from old.attached then
    raise exception 'what went along is not rewritten' using errcode = 'check_violation'; end if;
  return new;
end $$;
create trigger guard_referral_attached before update on referral for each row execute function guard_referral_attached();
