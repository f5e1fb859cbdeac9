-- One setting for both: the organization that answers support tickets is the operator's own, which sees all subscriptions and payments.
drop table app.operator_organization;
alter table app.support_desk rename to operator_organization;
create policy own on app.operator_organization for select to imperium_app using (organization = app.current_org());
grant select on app.operator_organization to imperium_app;
