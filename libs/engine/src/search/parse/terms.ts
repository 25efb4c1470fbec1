/**
 * Software terms that people and code spell differently. Only for words that an index does not have, and for
 * phrases; see `expandTerms`. Written by hand: abbreviations that style guides list, and verbs that mean the
 * same in most programs.
 */
import { stem } from "../../lexical/tokens.ts";

/** What code may say instead of the first word of each line. */
const ALIKE = `
administrator admin
application app
argument arg
asynchronous async
attribute attr
authentication auth login
authorization auth permission
average avg mean
buffer buf
calculate compute
callback hook handler
cancel abort
certificate cert
character char
clone copy duplicate
column col
combine merge join concat
command cmd
compress gzip zip deflate
configuration config conf settings
connection conn
context ctx
convert transform translate
count num total
cron schedule
database db
decrypt decipher
delete remove destroy purge
dependency dep
destination dst dest target
developer dev
difference diff delta
directory dir folder
document doc
download fetch
duplicate dup dedupe
email mail
encrypt cipher
environment env
erase delete remove clear
execute exec run
expire ttl expiry
folder dir directory
forbid deny block
function fn func
identifier id
image img picture
increment inc
initialize init setup
kubernetes k8s
length len
library lib
login signin auth
logout signout
maximum max
measure metric
memoize cache
memory mem
message msg
minimum min
notify alert notification
number num
obtain get fetch
package pkg
parameter param
password passwd pwd
permission acl privilege
picture image photo img
pointer ptr
previous prev
production prod
property prop
purge cleanup delete
quit exit
random rand
receive recv
recipient receiver
reference ref
register signup
reject refuse deny
remove delete
repeat retry
repository repo
request req
response resp
retrieve fetch get
reverse undo
rollback revert
schedule cron
search find query
secret token key
sequence seq
server srv
shutdown stop close
source src
specification spec
statistics stats
string str
synchronize sync
temporary tmp temp
terminate kill stop
throttle ratelimit limit
undo revert rollback
update upd patch
upload attachment
user account
validate verify check
variable var
verify validate check
website site
window win
`;

/** Phrases by what code says for them. */
const PHRASES = `
access denied: forbidden
already exists: conflict duplicate
cross site request forgery: csrf xsrf
cross site scripting: xss
denial of service: dos
end to end: e2e
log in: login signin
log out: logout signout
logged out: logout session
man in the middle: mitm
not authorized: unauthorized
not logged in: unauthorized
one time password: otp totp
permission denied: forbidden
rate limit: ratelimit throttle
remote procedure call: rpc
session expired: unauthorized expired
sign in: signin login
sign out: signout logout
sign up: signup register
single sign on: sso
server side rendering: ssr
time to live: ttl
too many requests: rate_limit ratelimit throttle
two factor: totp otp mfa
user interface: ui
`;

function table(text: string, separator: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    text
      .trim()
      .split("\n")
      .map((line) => {
        const at = line.indexOf(separator);
        return [
          line.slice(0, at),
          line
            .slice(at + 1)
            .trim()
            .split(" "),
        ] as const;
      }),
  );
}

/** Words that code may use instead of a word, by its stem; likeliest first. */
export const ALIKE_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  [...table(ALIKE, " ")].map(([word, meant]) => [stem(word), meant]),
);
/** What code says for a phrase in lower case. */
export const ALIKE_PHRASES = table(PHRASES, ":");
