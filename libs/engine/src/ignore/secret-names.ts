/**
 * Names of files that contain secrets: the only table of them. Such files appear in no index and no listing,
 * so they are never sent to a remote embedder, unless an ignore file includes them again (`!deploy_key` in
 * `.satoriignore`).
 *
 * A name belongs here if a tool writes its credentials, or a log of typed input, to a file of that name.
 * Names of ordinary source and build files stay out, even if some people keep a password in them:
 * `wp-config.php`, `settings.py`, `database.yml`, `gradle.properties`, `nuget.config`, `.yarnrc.yml`,
 * `appsettings.json`, `.gitconfig`, `secrets.ts`. Templates of the files in this table stay in the index as
 * well (`TEMPLATES`).
 */
import { type IgnoreRule, parseRules, toByteString } from "./rule.ts";
import { RuleSet } from "./rule-set.ts";
import { extensionOf } from "./wildmatch/shape.ts";

/**
 * Where the names come from:
 *
 * - `gitignore`: templates of github.com/github/gitignore that ignore the file, often with a warning
 * - `shhgit`: file signatures of github.com/eth0izzle/shhgit (`config.yaml`), which continues those of gitrob
 * - `docs`: the documentation of the tool that writes or reads the file
 */
type Source = "gitignore" | "shhgit" | "docs";

/** File names for one kind of secret. */
export interface SecretNames {
  /** What such a file is, for people: a noun phrase. */
  readonly what: string;
  readonly sources: readonly Source[];
  /** Gitignore patterns. */
  readonly patterns: readonly string[];
}

/** If two rows match a name, the later one applies. */
export const SECRET_NAMES: readonly SecretNames[] = [
  {
    what: "secrets by its very name",
    sources: ["gitignore", "shhgit", "docs"],
    patterns: [
      ...withExtensions("secrets secret", "json yaml yml toml ini properties xml txt conf cfg hcl"),
      ...withExtensions("credentials creds", "json yaml yml toml ini properties xml txt conf cfg"),
      ...withExtensions("passwords password", "txt csv yml yaml"),
      ...withExtensions("apikeys apikey api_keys api_key api-keys api-key token access_token", "json txt"),
      ...words(
        "secrets.*.json secrets.*.yaml secrets.*.yml secrets.*.toml *.secrets.json *.secrets.yaml " +
          "*.secrets.yml",
      ),
      ...words("*.secrets.toml credentials.*.json *-credentials.json *_credentials.json *.secret *.secrets"),
      ...words(
        "credentials .secrets .secret .secrets.toml .secrets.yaml .secrets.yml .secrets.json .secrets.ini",
      ),
      ...words(
        "credentials.yml.enc secrets.yml.enc **/config/credentials/*.yml.enc .token .tokens .apikey .api_key",
      ),
      ...words("apikey api_key access_token secret_key secretkey .secret_key .extra"),
    ],
  },
  {
    what: "environment variables, among them passwords and keys",
    sources: ["gitignore", "shhgit", "docs"],
    patterns: [
      // First, so that for `.env` its own pattern is reported.
      ...extensions("env"),
      ...words(".env .env.* .env-* .env_* .envrc .envrc.* .dev.vars .dev.vars.* .Renviron .Renviron.*"),
    ],
  },
  {
    what: "a private key, a certificate with one, or a key store",
    sources: ["gitignore", "shhgit", "docs"],
    patterns: [
      ...extensions(
        "pem key keypair p8 p12 pfx pkcs8 pkcs12 pvk ppk jks jceks bks keystore asc gpg pgp agekey keytab",
      ),
      ...words(
        "*.private_key private_key private-key privatekey *_private_key *-private-key otr.private_key",
      ),
      ...words(
        "id_rsa* id_dsa* id_ecdsa* id_ed25519* *_rsa *_dsa *_ecdsa *_ed25519 ssh_host_*_key " +
          "ssh_host_*_key.pub",
      ),
      ...words(
        "*deploy_key *deploy-key ssh_key ssh-key signing_key signing-key .ssh/ .gnupg/ private-keys-v1.d/",
      ),
      ...words(
        "**/sops/age/keys.txt **/borg/keys/ **/.config/solana/id.json *-keypair.json wallet.dat UTC--*--*",
      ),
      ...words(
        "*.mobileprovision *.provisionprofile cwallet.sso encrypted_data_bag_secret krb5cc_* .Xauthority",
      ),
    ],
  },
  {
    what: "a store of passwords",
    sources: ["shhgit", "docs"],
    patterns: [
      ...extensions("kdb kdbx psafe3 1pif 1pux keychain keychain-db kwallet keyring enpassdb bek fve"),
      ...words(
        "*.agilekeychain *.opvault .password-store/ bitwarden_export_*.json logins.json key3.db key4.db",
      ),
    ],
  },
  {
    what: "a history of what was typed",
    sources: ["shhgit", "docs"],
    patterns: words(`
      .*history .*_hist .histfile .lesshst .viminfo .netrwhist .dbshell .bash_sessions/ .zsh_sessions/
      bash_history zsh_history sh_history fish_history ghci_history cqlsh_history mongosh_repl_history mysql_history
      psql_history irb_history ConsoleHost_history.txt **/nushell/history.txt .local-history/
    `),
  },
  {
    what: "credentials of AWS or of a store that is compatible with S3",
    sources: ["shhgit", "docs"],
    patterns: words(`
      **/.aws/credentials **/.aws/credentials.* **/.aws/config **/.aws/sso/cache/ **/.aws/cli/cache/ .aws_credentials
      aws_credentials aws-credentials accessKeys.csv *_accessKeys.csv rootkey.csv credentials.csv *_credentials.csv
      .boto .s3cfg s3cfg .s3curl .passwd-s3fs passwd-s3fs **/.s3ql/authinfo2 **/.mc/config.json **/.minio/config.json
      rclone.conf .rclone.conf .fog
    `),
  },
  {
    what: "credentials of Google Cloud or Firebase",
    sources: ["gitignore", "docs"],
    patterns: words(`
      application_default_credentials.json **/gcloud/legacy_credentials/ **/gcloud/configurations/ gha-creds-*.json
      service-account*.json service_account*.json serviceaccount*.json serviceAccount*.json *-service-account.json
      *_service_account.json *-serviceaccount.json *ServiceAccountKey*.json gcloud-service-key.json gcp-key.json
      gcp-credentials.json google-credentials.json gcloud-credentials.json keyfile.json *-keyfile.json
      client_secret*.json client-secret*.json client_id.json firebase-adminsdk*.json *-firebase-adminsdk*.json
      firebase-key.json google-services.json GoogleService-Info.plist .runtimeconfig.json
    `),
  },
  {
    what: "credentials of Azure",
    sources: ["gitignore", "docs"],
    patterns: words(`
      local.settings.json *.publishsettings *.PublishSettings *.azurePubxml *.pubxml.user azureauth.json
      **/.azure/accessTokens.json **/.azure/azureProfile.json **/.azure/msal_token_cache.*
      **/.azure/service_principal_entries.* accessTokens.json
    `),
  },
  {
    what: "variables, state or credentials of Terraform or another tool for infrastructure",
    sources: ["gitignore", "shhgit", "docs"],
    patterns: words(`
      *.tfvars *.tfvars.json *.tfstate *.tfstate.backup *.tfstate.*.backup *.tfplan .terraformrc terraform.rc
      credentials.tfrc.json *.pkrvars.hcl .vault-token .vault_pass .vault-pass .vault_pass.txt .vault-pass.txt .vaultpass
      .vault_password .vault-password vault_pass vault-pass vault_pass.txt vault-pass.txt vault_password
      vault-password vault_password.txt vault-password.txt .ansible_vault_pass .ansible_vault_password
      ansible_vault_pass ansible_vault_password ansible-vault-password .ansible-vault-password galaxy_token
      .tower_cli.cfg **/.pulumi/credentials.json .erlang.cookie
    `),
  },
  {
    what: "credentials of a cluster or of a registry of containers",
    sources: ["shhgit", "docs"],
    patterns: words(`
      kubeconfig .kubeconfig kubeconfig.yaml kubeconfig.yml kubeconfig.json *.kubeconfig *.kubeconfig.yaml
      *-kubeconfig *_kubeconfig *-kubeconfig.yaml *-kubeconfig.yml *_kubeconfig.yaml kube.config kube-config
      kube_config kube_config.yaml kube-config.yaml **/.kube/config **/.kube/config.* **/.kube/*.yaml **/.kube/cache/
      **/etc/kubernetes/*.conf k3s.yaml talosconfig **/.talos/config **/helm/repositories.yaml
      **/helm/registry/config.json .dockercfg .dockerconfigjson **/.docker/config.json **/containers/auth.json
    `),
  },
  {
    what: "credentials of a command line for a service",
    sources: ["shhgit", "docs"],
    patterns: words(`
      **/doctl/config.yaml .tugboat **/.fly/config.yml **/netlify/config.json **/.wrangler/config/default.toml
      **/.cloudflared/*.json **/.config/linode-cli **/hcloud/cli.toml **/scw/config.yaml **/.oci/config
      **/.bluemix/config.json **/.aliyun/config.json **/.tccli/*.credential clouds.yaml *-openrc.sh .databrickscfg
      **/.snowsql/config **/.snowflake/connections.toml **/.dbt/profiles.yml kaggle.json **/huggingface/token
      **/.huggingface/token .cdsapirc ngrok.yml .ngrok.yml **/stripe/config.toml .sentryclirc sentry.properties
      **/.twilio-cli/config.json **/configstore/*.json **/.op/config **/.config/op/config **/.jfrog/jfrog-cli.conf*
      **/.claude/.credentials.json .credentials.json oauth_creds.json **/.codex/auth.json **/opencode/auth.json
      **/.cf/config.json .trc .twurlrc
    `),
  },
  {
    what: "credentials for a host of repositories or for continuous integration",
    sources: ["shhgit", "docs"],
    patterns: words(`
      .git-credentials **/git/credentials .cvspass .p4tickets **/.subversion/auth/ **/gh/hosts.yml **/.config/hub
      **/glab-cli/config.yml **/gitlab-runner/config.toml **/github-copilot/hosts.json **/github-copilot/apps.json
      **/.travis/config.yml **/.circleci/cli.yml buildkite-agent.cfg hudson.util.Secret
      jenkins.plugins.publish_over_ssh.BapSshPublisherPlugin.xml
    `),
  },
  {
    what: "credentials for a registry of packages",
    sources: ["gitignore", "shhgit", "docs"],
    patterns: words(`
      .npmrc npmrc .pypirc **/pypoetry/auth.toml auth.json **/.gem/credentials **/.cargo/credentials
      **/.cargo/credentials.toml **/.m2/settings.xml settings-security.xml .credentials **/.nuget/NuGet/NuGet.Config
      **/.hex/hex.config pub-credentials.json **/.cabal/config .pause **/.luarocks/upload_config.lua
      **/.gradle/gradle.properties
    `),
  },
  {
    what: "passwords of a key store or keys of services, for a build",
    sources: ["gitignore", "docs"],
    patterns: words(`
      keystore.properties key.properties signing.properties local.properties Secrets.xcconfig secrets.xcconfig
      Secrets.plist Keys.plist export_credentials.cfg *.secret.exs **/config/initializers/secret_token.rb **/config/parameters.yml
    `),
  },
  {
    what: "credentials for a database",
    sources: ["shhgit", "docs"],
    patterns: words(`
      .pgpass pgpass pgpass.conf .pg_service.conf .my.cnf .mylogin.cnf mylogin.cnf .odbc.ini
      dbeaver-data-sources.xml .dbeaver-data-sources.xml credentials-config.json robomongo.json robo3t.json
    `),
  },
  {
    what: "passwords for logging in to other machines or to web pages",
    sources: ["shhgit", "docs"],
    patterns: words(`
      .netrc _netrc .netrc.gpg .authinfo .authinfo.gpg .htpasswd htpasswd .htdigest proftpdpasswd .wgetrc .curlrc _curlrc
      sftp-config.json sftp-config sftp-config-alt*.json **/.vscode/sftp.json .ftpconfig .ftppass .remote-sync.json
      filezilla.xml recentservers.xml sitemanager.xml WinSCP.ini winscp.ini confCons.xml *.rdp *.rdg
      **/.vnc/passwd **/etc/shadow **/etc/shadow- **/etc/gshadow cookies.txt .httr-oauth
      http-client.private.env.json .smbcredentials smbcredentials
      .cifs-credentials **/davfs2/secrets **/.davfs2/secrets chap-secrets pap-secrets ipsec.secrets
      *.ovpn *.OVPN *.tblk *.nmconnection wpa_supplicant.conf **/wireguard/*.conf wg[0-9].conf ventrilo_srv.ini
    `),
  },
  {
    what: "passwords for mail or chat",
    sources: ["shhgit", "docs"],
    patterns: words(`
      .msmtprc msmtprc .esmtprc .fetchmailrc fetchmailrc .getmailrc getmailrc .muttrc muttrc .neomuttrc .mbsyncrc
      mbsyncrc .offlineimaprc offlineimaprc .mailrc ssmtp.conf sasl_passwd **/.irssi/config **/irssi/config
      **/.purple/accounts.xml **/purple/accounts.xml **/.weechat/*.conf **/weechat/*.conf
      **/.xchat2/servlist_.conf **/hexchat/servlist.conf
    `),
  },
  {
    what: "the password or the secret of a notebook server",
    sources: ["docs"],
    patterns: words(`
      jupyter_notebook_config.json jupyter_server_config.json jupyter_cookie_secret notebook_cookie_secret
      **/.jupyter/*.json **/.jupyter/*.py
    `),
  },
];

/** Words that mark a template, which contains names but no values. */
const TEMPLATE_WORDS = words("example sample template dist default defaults schema tmpl tpl");

/** Templates of the files above. They are indexed, since they show which settings exist. */
const TEMPLATES = [
  ...TEMPLATE_WORDS.flatMap((word) => [`!*.${word}`, `!.env-${word}`, `!.env_${word}`]),
  // If the pattern of a secret ends with an extension, the word comes before the extension.
  ...named("example sample template default dist", "env tfvars", (word, extension) => [
    `!${word}.${extension}`,
    `!*.${word}.${extension}`,
    `!*-${word}.${extension}`,
    `!*_${word}.${extension}`,
  ]),
  ...named("example sample template schema", "json yaml yml toml", (word, extension) => [
    `!*.${word}.${extension}`,
    `!*-${word}.${extension}`,
    `!*_${word}.${extension}`,
  ]),
];

/**
 * Files with translated texts about secrets (`locales/en/auth.json`), and Helm templates that build a secret
 * from given values.
 */
const HARMLESS = [
  ...words("locale* i18n l10n lang* translations messages").flatMap((folder) =>
    words(
      "auth.json token.json *secret*.json credentials.json *secret*.y*ml *password*.y*ml credentials.y*ml",
    ).map((name) => `!**/${folder}/**/${name}`),
  ),
  ...words("!**/templates/**/*secret*.y*ml !**/templates/**/credentials.y*ml"),
];

/** The table as a list of patterns; the last match decides. */
export const SECRET_PATTERNS: readonly string[] = [
  ...SECRET_NAMES.flatMap(({ patterns }) => patterns).flatMap((pattern) =>
    mayHideFolders(pattern) ? [pattern] : [pattern, `!${pattern}/`],
  ),
  ...TEMPLATES,
  ...HARMLESS,
];

const KINDS: ReadonlyMap<string, string> = new Map(
  SECRET_NAMES.flatMap(({ what, patterns }) => patterns.map((pattern) => [pattern, what])),
);

/** The kind of secret that a rule excludes; null for a rule that is not from the table. */
export function secretKindOf({ pattern, source }: Pick<IgnoreRule, "pattern" | "source">): string | null {
  return source.kind === "default" ? (KINDS.get(pattern) ?? null) : null;
}

let compiled: RuleSet | undefined;

/**
 * Whether the table excludes an entry of a folder. Ignore files, which may include it again, are not
 * considered.
 *
 * @param folder relative to the root; empty for the root
 */
export function hasSecretName({
  folder,
  name,
  isDirectory,
}: {
  readonly folder: string;
  readonly name: string;
  readonly isDirectory: boolean;
}): boolean {
  compiled ??= new RuleSet(
    SECRET_PATTERNS.flatMap((pattern) => parseRules(pattern, { kind: "default", file: null, base: "" })),
    (path) => path,
  );
  const bytes = toByteString(name);
  const entry = {
    name: bytes,
    extension: extensionOf(bytes),
    folder: folder === "" ? "" : `${toByteString(folder)}/`,
    isDirectory,
  };
  return compiled.lastMatch(entry)?.ignored === true;
}

/**
 * Whether a pattern may exclude folders too. Names that start with a dot are settings of a tool, as a file or
 * a folder; a folder whose name has a file extension is a bundle. Any other folder may contain source
 * (`kubeconfig/`).
 */
function mayHideFolders(pattern: string): boolean {
  return pattern.endsWith("/") || pattern.slice(pattern.lastIndexOf("/") + 1).includes(".");
}

/** `*.pem` and `*.PEM`: names from Windows are often in capitals. */
function extensions(list: string): string[] {
  return words(list).flatMap((extension) => [...new Set([`*.${extension}`, `*.${extension.toUpperCase()}`])]);
}

/** Each name with each extension, in lower case and capitalized. */
function withExtensions(names: string, list: string): string[] {
  return named(names, list, (name, extension) => [
    `${name}.${extension}`,
    `${name.charAt(0).toUpperCase()}${name.slice(1)}.${extension}`,
  ]);
}

function named(
  names: string,
  list: string,
  patternsOf: (name: string, extension: string) => readonly string[],
): string[] {
  return words(names).flatMap((name) => words(list).flatMap((extension) => patternsOf(name, extension)));
}

function words(list: string): string[] {
  return list.trim().split(/\s+/);
}
