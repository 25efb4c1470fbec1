/*
 * Fault injection below a store: a library for LD_PRELOAD that counts the system calls on files in one
 * folder, makes one of them fail as planned, and logs everything that changes the folder.
 *
 * The plan is in a file that is mapped into memory, FAULTS_CONTROL, which the process itself writes between
 * two operations; `control.ts` has the same layout. Files elsewhere are not affected. Linux with glibc.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum kind { OPEN, READ, WRITE, SYNC, TRUNCATE, LOCK, ENTRY, MAP, KINDS };

/* Kinds of log records. LOST: a sync failed, after which the kernel considers the unwritten data written. */
enum record { WROTE = 1, CUT, SYNCED, CREATED, REMOVED, RENAMED, MADE_FOLDER, REMOVED_FOLDER, LOST };

struct control {
  int32_t armed, kind, nth, error, is_short, is_lasting, hits, is_logging;
  int32_t counts[KINDS];
  char folder[1024];
  char log[1024];
  char failed[1024]; /* The file of the first call that failed. */
};

#define MAX_DESCRIPTORS 4096

static struct control *control;
/* Watched files by descriptor. Not every close is seen, so the inode shows whether it is still that file. */
static struct { char *path; ino_t inode; } files[MAX_DESCRIPTORS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name, result, ...) \
  static result (*real_##name)(__VA_ARGS__); \
  if (!real_##name) real_##name = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTS_CONTROL");
  int fd = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0) : -1;
  if (fd < 0) return;
  void *mapped = (void *)syscall(SYS_mmap, NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapped != MAP_FAILED) control = mapped;
  syscall(SYS_close, fd);
}

/* The path relative to the folder, or NULL for a file elsewhere. */
static const char *watched(const char *path) {
  size_t length = control ? strlen(control->folder) : 0;
  if (length == 0 || !path || strncmp(path, control->folder, length) != 0) return NULL;
  return path[length] == '/' ? path + length + 1 : path[length] == 0 ? "" : NULL;
}

static const char *of(int fd) {
  struct stat about;
  if (fd < 0 || fd >= MAX_DESCRIPTORS || !files[fd].path) return NULL;
  return fstat(fd, &about) == 0 && about.st_ino == files[fd].inode ? files[fd].path : NULL;
}

/* Counts a call, and returns whether it is to fail. */
static int is_due(enum kind kind, const char *path) {
  if (!control->armed) return 0;
  int count = __sync_add_and_fetch(&control->counts[kind], 1);
  if (control->kind != (int)kind || (control->is_lasting ? count < control->nth : count != control->nth)) return 0;
  if (__sync_add_and_fetch(&control->hits, 1) == 1) snprintf(control->failed, sizeof control->failed, "%s", path ? path : "");
  return 1;
}

static int fails(enum kind kind, const char *path) {
  if (!is_due(kind, path)) return 0;
  errno = control->error;
  return 1;
}

static void put(int fd, const void *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = syscall(SYS_write, fd, bytes, length);
    if (written <= 0) abort();
    bytes = (const char *)bytes + written;
    length -= (size_t)written;
  }
}

static void record(enum record kind, const char *path, int64_t offset, const void *data, size_t length) {
  if (!control || !control->is_logging || !path) return;
  int before = errno;
  pthread_mutex_lock(&lock);
  /* Opened for each record: every operation has its own log. */
  int fd = (int)syscall(SYS_openat, AT_FDCWD, control->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  int32_t head[2] = {(int32_t)kind, (int32_t)strlen(path)};
  int64_t numbers[2] = {offset, (int64_t)length};
  put(fd, head, sizeof head);
  put(fd, numbers, sizeof numbers);
  put(fd, path, strlen(path));
  if (data) put(fd, data, length);
  syscall(SYS_close, fd);
  pthread_mutex_unlock(&lock);
  errno = before;
}

static int opened(int fd, const char *path, int flags, int existed) {
  const char *name = watched(path);
  if (fd < 0 || fd >= MAX_DESCRIPTORS || !name) return fd;
  struct stat about;
  free(files[fd].path);
  files[fd].path = fstat(fd, &about) == 0 ? strdup(name) : NULL;
  files[fd].inode = about.st_ino;
  if (!existed) record(CREATED, name, 0, NULL, 0);
  else if (flags & O_TRUNC) record(CUT, name, 0, NULL, 0);
  return fd;
}

static int open_by(int (*real)(int, const char *, int, ...), int folder, const char *path, int flags, mode_t mode) {
  if (!watched(path)) return real(folder, path, flags, mode);
  int existed = faccessat(AT_FDCWD, path, F_OK, 0) == 0;
  if (fails(OPEN, watched(path))) return -1;
  return opened(real(folder, path, flags, mode), path, flags, existed);
}

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int openat(int folder, const char *path, int flags, ...) { MODE(flags) REAL(openat, int, int, const char *, int, ...); return open_by(real_openat, folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) REAL(openat64, int, int, const char *, int, ...); return open_by(real_openat64, folder, path, flags, mode); }
int open(const char *path, int flags, ...) { MODE(flags) return openat(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return openat64(AT_FDCWD, path, flags, mode); }

int close(int fd) {
  REAL(close, int, int);
  if (of(fd)) { free(files[fd].path); files[fd].path = NULL; }
  return real_close(fd);
}

/* A short call processes half of the requested bytes. */
static int shortened(enum kind kind, const char *path, size_t *length, int *is_failed) {
  *is_failed = 0;
  if (!is_due(kind, path)) return 0;
  if (control->is_short && *length > 1) *length /= 2;
  else if (!control->is_short) { errno = control->error; *is_failed = 1; }
  return 1;
}

#define TRANSFER(kind) \
  if (of(fd)) { int is_failed; shortened(kind, of(fd), &length, &is_failed); if (is_failed) return -1; }

ssize_t read(int fd, void *to, size_t length) { REAL(read, ssize_t, int, void *, size_t); TRANSFER(READ) return real_read(fd, to, length); }
ssize_t pread(int fd, void *to, size_t length, off_t at) { REAL(pread, ssize_t, int, void *, size_t, off_t); TRANSFER(READ) return real_pread(fd, to, length, at); }
ssize_t pread64(int fd, void *to, size_t length, off64_t at) { REAL(pread64, ssize_t, int, void *, size_t, off64_t); TRANSFER(READ) return real_pread64(fd, to, length, at); }

static ssize_t wrote(int fd, const void *from, int64_t at, ssize_t length) {
  if (length > 0) record(WROTE, of(fd), at, from, (size_t)length);
  return length;
}

static int64_t position(int fd) {
  return of(fd) ? syscall(SYS_lseek, fd, 0, SEEK_CUR) : 0;
}

ssize_t write(int fd, const void *from, size_t length) {
  REAL(write, ssize_t, int, const void *, size_t);
  TRANSFER(WRITE)
  int64_t at = position(fd);
  return wrote(fd, from, at, real_write(fd, from, length));
}
ssize_t pwrite(int fd, const void *from, size_t length, off_t at) { REAL(pwrite, ssize_t, int, const void *, size_t, off_t); TRANSFER(WRITE) return wrote(fd, from, at, real_pwrite(fd, from, length, at)); }
ssize_t pwrite64(int fd, const void *from, size_t length, off64_t at) { REAL(pwrite64, ssize_t, int, const void *, size_t, off64_t); TRANSFER(WRITE) return wrote(fd, from, at, real_pwrite64(fd, from, length, at)); }

/* For a watched file, writes only the first buffer, which callers have to expect. */
ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(writev, ssize_t, int, const struct iovec *, int);
  return of(fd) && count > 0 ? write(fd, parts[0].iov_base, parts[0].iov_len) : real_writev(fd, parts, count);
}

static int synced(int fd, int (*real)(int)) {
  if (!of(fd)) return real(fd);
  if (fails(SYNC, of(fd))) { record(LOST, of(fd), 0, NULL, 0); return -1; }
  int result = real(fd);
  if (result == 0) record(SYNCED, of(fd), 0, NULL, 0);
  return result;
}

int fsync(int fd) { REAL(fsync, int, int); return synced(fd, real_fsync); }
int fdatasync(int fd) { REAL(fdatasync, int, int); return synced(fd, real_fdatasync); }

static int cut(int fd, int64_t length, int (*real)(int, off64_t)) {
  if (of(fd) && fails(TRUNCATE, of(fd))) return -1;
  int result = real(fd, length);
  if (result == 0) record(CUT, of(fd), length, NULL, 0);
  return result;
}

int ftruncate(int fd, off_t length) { REAL(ftruncate, int, int, off64_t); return cut(fd, length, real_ftruncate); }
int ftruncate64(int fd, off64_t length) { REAL(ftruncate64, int, int, off64_t); return cut(fd, length, real_ftruncate64); }

/* Releasing a lock never fails. */
static int is_locking(int command, const void *argument) {
  return (command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK) && ((const struct flock *)argument)->l_type != F_UNLCK;
}

#define ARGUMENT void *argument; va_list rest; va_start(rest, command); argument = va_arg(rest, void *); va_end(rest);
int fcntl(int fd, int command, ...) { ARGUMENT REAL(fcntl, int, int, int, ...); return of(fd) && is_locking(command, argument) && fails(LOCK, of(fd)) ? -1 : real_fcntl(fd, command, argument); }
int fcntl64(int fd, int command, ...) { ARGUMENT REAL(fcntl64, int, int, int, ...); return of(fd) && is_locking(command, argument) && fails(LOCK, of(fd)) ? -1 : real_fcntl64(fd, command, argument); }

#define MAPPED(name) \
  void *name(void *address, size_t length, int protection, int flags, int fd, off64_t at) { \
    REAL(name, void *, void *, size_t, int, int, int, off64_t); \
    return !(flags & MAP_ANONYMOUS) && of(fd) && fails(MAP, of(fd)) ? MAP_FAILED : real_##name(address, length, protection, flags, fd, at); \
  }
MAPPED(mmap)
MAPPED(mmap64)

/* While faults are injected, waits return at once: SQLite counts how long it meant to wait. */
int usleep(useconds_t time) { REAL(usleep, int, useconds_t); return control && control->armed ? 0 : real_usleep(time); }
int nanosleep(const struct timespec *time, struct timespec *rest) {
  REAL(nanosleep, int, const struct timespec *, struct timespec *);
  return control && control->armed ? 0 : real_nanosleep(time, rest);
}

/* Changes of folder entries. */
static int entry(const char *path, int result, enum record kind) {
  if (result == 0) record(kind, watched(path), 0, NULL, 0);
  return result;
}

#define ENTRY_FAILS(path) (watched(path) && fails(ENTRY, watched(path)))
int unlink(const char *path) { REAL(unlink, int, const char *); return ENTRY_FAILS(path) ? -1 : entry(path, real_unlink(path), REMOVED); }
int rmdir(const char *path) { REAL(rmdir, int, const char *); return ENTRY_FAILS(path) ? -1 : entry(path, real_rmdir(path), REMOVED_FOLDER); }
int remove(const char *path) { struct stat about; return lstat(path, &about) == 0 && S_ISDIR(about.st_mode) ? rmdir(path) : unlink(path); }
int unlinkat(int folder, const char *path, int flags) {
  REAL(unlinkat, int, int, const char *, int);
  return ENTRY_FAILS(path) ? -1 : entry(path, real_unlinkat(folder, path, flags), flags & AT_REMOVEDIR ? REMOVED_FOLDER : REMOVED);
}
int mkdir(const char *path, mode_t mode) { REAL(mkdir, int, const char *, mode_t); return ENTRY_FAILS(path) ? -1 : entry(path, real_mkdir(path, mode), MADE_FOLDER); }
int rename(const char *from, const char *to) {
  REAL(rename, int, const char *, const char *);
  if (ENTRY_FAILS(from)) return -1;
  int result = real_rename(from, to);
  if (result == 0 && watched(from) && watched(to)) record(RENAMED, watched(from), 0, watched(to), strlen(watched(to)));
  return result;
}
