/** Methods that Bash calls without a call that names them. */
import { languageCall, type LanguageCallRule } from "../../language-profile.ts";

export const BASH_CALLS: readonly LanguageCallRule[] = [
  languageCall("hook", "command_not_found_handle command_not_found_handler chpwd precmd preexec"),
];
