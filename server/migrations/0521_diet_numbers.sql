-- second step of 0280
-- Meals number themselves, and a plan that was taken back stays as it is. No version is refused anything by it: what enters a meal
-- without a number gets one, and none before this one changes a target.
create trigger number_meal before insert or update of updated_at on diet_meal for each row execute function number_meal();
create trigger guard_diet before update on diet_target for each row execute function guard_diet();

-- As it was counted until now: of what was entered before the last advice nothing waits.
alter table diet_meal disable trigger guard_diet;
update diet_meal m set entry = n.entry, last_entry = n.entry
  from (select id, row_number() over (partition by course_id order by entered_at, id) as entry from diet_meal) n where n.id = m.id;
alter table diet_meal enable trigger guard_diet;
alter table diet_advice disable trigger guard_diet;
update diet_advice a set meals_to = coalesce((select max(m.entry) from diet_meal m where m.course_id = a.course_id and m.entered_at <= a.at), 0);
alter table diet_advice enable trigger guard_diet;
