-- Consent to SMS waits until the person has answered YES to a message that asks for it.
alter table app.contact_settings add column double_opt_in_sms boolean not null default false;
